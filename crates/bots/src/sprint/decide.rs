//! One decision of a fast player.

use whistlestop_rules::cards::{CARD_KINDS, Card, Cards, MAX_COLORS};
use whistlestop_rules::game::{Action, Phase};
use whistlestop_rules::ids::{RouteId, TicketList, TicketSet};

use super::plan::GRAY;
use super::{Outlook, Plan, Style, Target, Terrain};

/// What to do now. Leaves out of the plan what can no longer be had, and makes a new one when the old one is void.
#[inline]
pub fn decide(terrain: &Terrain<'_>, outlook: &Outlook, plan: &mut Plan) -> Action {
    match outlook.phase {
        Phase::FirstTickets | Phase::Tickets => keep(terrain, outlook),
        Phase::Turn => turn(terrain, outlook, plan),
        Phase::SecondCard => second_card(terrain, outlook, plan),
        Phase::Dealing | Phase::Ended => Action::Pass,
    }
}

/// What the hand and the plan say about each target.
struct Survey {
    /// How much one more card of each colour would help.
    want: [i32; CARD_KINDS],
    claim: Option<Claim>,
}

#[derive(Clone, Copy)]
struct Claim {
    surplus: i32,
    route: RouteId,
    payment: Cards,
}

/// `16 / ((1 + m) (2 + m))` in parts of 4096, for `m` cards missing: how much nearer the next card brings a route.
const NEARER: [i32; 16] = {
    let mut table = [0; 16];
    let mut missing = 0;
    while missing < 16 {
        table[missing] = 4096 / ((1 + missing as i32) * (2 + missing as i32));
        missing += 1;
    }
    table
};

fn survey(terrain: &Terrain<'_>, outlook: &Outlook, plan: &mut Plan) -> Survey {
    if !plan.holds(outlook) {
        *plan = Plan::new(terrain, outlook);
    }
    let survey = look_through(terrain, outlook, plan);
    if survey.claim.is_none() && plan.targets.is_empty() {
        *plan = Plan::new(terrain, outlook);
        return look_through(terrain, outlook, plan);
    }
    survey
}

#[inline]
fn look_through(terrain: &Terrain<'_>, outlook: &Outlook, plan: &mut Plan) -> Survey {
    let counts = outlook.hand.counts();
    let locomotives = counts[MAX_COLORS];
    let richest = (0..MAX_COLORS).max_by_key(|color| counts[*color]).unwrap_or(0);
    let worth = Worth::new(terrain, outlook);
    let mut survey = Survey { want: [0; CARD_KINDS], claim: None };
    let mut at = 0;
    while at < plan.targets.len() {
        let target = plan.targets[at];
        if target.length > outlook.trains || !outlook.free.contains(target.route) {
            plan.targets.swap_remove(at);
            continue;
        }
        at += 1;
        let color = if target.color == GRAY { richest } else { target.color.into() };
        let colored = counts[color].min(target.length);
        let missing = target.length - colored;
        if missing <= locomotives && outlook.open.contains(target.route) {
            let surplus = i32::from(target.value)
                - worth.turn
                - i32::from(target.length) * worth.card / 64
                - i32::from(missing) * terrain.style.locomotive;
            if survey.claim.is_none_or(|claim| surplus > claim.surplus) {
                survey.claim = Some(claim(&target, color, colored, surplus));
            }
        }
        let short = missing.saturating_sub(locomotives).min(15);
        if short > 0 {
            let want = i32::from(target.value) * NEARER[usize::from(short)];
            survey.want[color] = survey.want[color].max(want);
        }
    }
    survey
}

fn claim(target: &Target, color: usize, colored: u8, surplus: i32) -> Claim {
    let payment = Cards::payment(Card::COLORS[color % MAX_COLORS], colored, target.length - colored);
    Claim { surplus, route: target.route, payment }
}

/// What is given up for a claim.
struct Worth {
    /// Less when few turns are left, nothing when this is the last.
    turn: i32,
    /// In parts of 64.
    card: i32,
}

impl Worth {
    #[inline]
    fn new(terrain: &Terrain<'_>, outlook: &Outlook) -> Self {
        let left =
            if outlook.is_last_turn { 0 } else { i32::from(outlook.rival_trains.min(outlook.trains)) / 2 };
        let turn = terrain.turn * left.min(terrain.haste) / terrain.haste;
        let glut = (i32::from(outlook.hand.total()) - terrain.hand).max(0) * terrain.style.glut;
        Self { turn, card: turn * 32 * (100 - glut).max(0) / 100 }
    }
}

fn turn(terrain: &Terrain<'_>, outlook: &Outlook, plan: &mut Plan) -> Action {
    let survey = survey(terrain, outlook, plan);
    if let Some(claim) = survey.claim
        && claim.surplus >= 0
    {
        return Action::ClaimRoute { route: claim.route, payment: claim.payment };
    }
    first_card(&terrain.style, outlook, &survey)
        .or_else(|| {
            survey.claim.map(|claim| Action::ClaimRoute { route: claim.route, payment: claim.payment })
        })
        .unwrap_or_else(|| last_resort(terrain, outlook))
}

fn first_card(style: &Style, outlook: &Outlook, survey: &Survey) -> Option<Action> {
    let most = survey.want.iter().copied().max().unwrap_or(0);
    let mean = survey.want.iter().sum::<i32>() / MAX_COLORS as i32;
    let mut best: Option<(i32, u8)> = None;
    let mut locomotive = None;
    for (slot, card) in outlook.row.iter().enumerate() {
        match card {
            None => {}
            Some(Card::Locomotive) => locomotive = Some(slot as u8),
            Some(color) => {
                let want = survey.want[color.index()];
                if best.is_none_or(|best| want > best.0) {
                    best = Some((want, slot as u8));
                }
            }
        }
    }
    let colored = best.map_or(0, |best| best.0);
    if let Some(slot) = locomotive
        && most > (colored.max(mean) + mean) * style.rainbow / 100
    {
        return Some(Action::TakeFromRow { slot });
    }
    draw(outlook, best, mean * style.blind / 100).or(locomotive.map(|slot| Action::TakeFromRow { slot }))
}

fn second_card(terrain: &Terrain<'_>, outlook: &Outlook, plan: &mut Plan) -> Action {
    let survey = survey(terrain, outlook, plan);
    let mean = survey.want.iter().sum::<i32>() / MAX_COLORS as i32;
    let colored = outlook.row.iter().enumerate().filter_map(|(slot, card)| match card {
        None | Some(Card::Locomotive) => None,
        Some(color) => Some((survey.want[color.index()], slot as u8)),
    });
    draw(outlook, colored.max(), mean * terrain.style.blind / 100).unwrap_or(Action::DrawBlind)
}

/// The best card of the row, or the deck if that promises more.
fn draw(outlook: &Outlook, best: Option<(i32, u8)>, blind: i32) -> Option<Action> {
    match best {
        Some((want, slot)) if want > blind || outlook.deck == 0 => Some(Action::TakeFromRow { slot }),
        _ if outlook.deck > 0 => Some(Action::DrawBlind),
        _ => None,
    }
}

/// There is no card to draw and the plan has nothing to claim: anything that can be done.
#[cold]
fn last_resort(terrain: &Terrain<'_>, outlook: &Outlook) -> Action {
    let board = terrain.edition.board();
    let counts = outlook.hand.counts();
    for route in outlook.open.and(board.up_to_length(outlook.trains)).iter() {
        let length = board.length(route);
        for color in Card::COLORS {
            let colored = counts[color.index()].min(length);
            let fits = board.color(route).is_none_or(|wanted| wanted == color);
            if fits && length - colored <= outlook.hand.locomotives() {
                return Action::ClaimRoute {
                    route,
                    payment: Cards::payment(color, colored, length - colored),
                };
            }
        }
    }
    if outlook.has_ticket_deck { Action::DrawTickets } else { Action::Pass }
}

/// Keeps what a plan would pursue, and as little else as the rules allow.
fn keep(terrain: &Terrain<'_>, outlook: &Outlook) -> Action {
    let board = terrain.edition.board();
    let rules = terrain.edition.rules();
    let (least, held) = match outlook.phase {
        Phase::FirstTickets => (rules.keep, TicketSet::EMPTY),
        _ => (rules.draw_keep, outlook.tickets),
    };
    let least = usize::from(least).min(outlook.offer.len());
    let plan = Plan::pursuing(terrain, outlook, held.or(outlook.offer));
    let mut kept = plan.pursued.and(outlook.offer);
    while kept.len() < least {
        let others = outlook.offer.without(kept).iter();
        let Some(cheapest) = others.min_by_key(|ticket| board.ticket_points(*ticket)) else { break };
        kept.insert(cheapest);
    }
    let returned: TicketList = outlook.offer.without(kept).iter().collect();
    Action::KeepTickets { returned }
}
