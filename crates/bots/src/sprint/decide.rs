//! One decision of a fast player.

use whistlestop_rules::cards::{CARD_KINDS, Card, Cards, MAX_COLORS};
use whistlestop_rules::game::{Action, Phase};
use whistlestop_rules::ids::{RouteId, TicketList, TicketSet};

use super::plan::{Purpose, attractions};
use super::terrain::{GRAY, POINT};
use super::{Outlook, Plan, Style, Terrain};

/// What to do now. Brings the plan up to date on the way.
#[inline]
pub fn decide(terrain: &Terrain<'_>, outlook: &Outlook, plan: &mut Plan) -> Action {
    match outlook.phase {
        Phase::FirstTickets | Phase::Tickets => keep(terrain, outlook, plan),
        Phase::Turn => turn(terrain, outlook, plan),
        Phase::SecondCard => {
            plan.update(terrain, outlook);
            second_card(&Wishes::new(terrain, outlook, plan), outlook)
        }
        Phase::Dealing | Phase::Ended => Action::Pass,
    }
}

/// What a card is worth that the tickets need.
const NEEDED: i32 = 100;

/// Bits behind the point of a share.
const PRECISION: u32 = 18;

/// Turns left from which the end is near, and cards up to which no hand is rich.
const LATE: i32 = 10;
const RICH: u8 = 8;

/// What the hand lacks for the plan.
struct Wishes {
    /// Cards of each colour beyond what the coloured routes of the tickets take.
    spare: [u8; MAX_COLORS],
    /// Locomotives beyond those that stand in for what the tickets lack.
    spare_locomotives: u8,
    /// What one more card of each kind would be worth.
    worth: [i32; CARD_KINDS],
    /// The mean of that over a fresh deck.
    blind: i32,
    /// Cards that are missing for the whole plan.
    lack: u8,
}

impl Wishes {
    #[inline]
    fn new(terrain: &Terrain<'_>, outlook: &Outlook, plan: &Plan) -> Self {
        let style = &terrain.style;
        let hand = outlook.hand.counts();
        let mut tickets = [0u8; CARD_KINDS];
        let mut points = [0u8; CARD_KINDS];
        for target in &plan.targets {
            let demand = if target.purpose == Purpose::Ticket { &mut tickets } else { &mut points };
            demand[usize::from(target.color)] += target.length;
        }
        let mut wishes =
            Self { spare: [0; MAX_COLORS], spare_locomotives: 0, worth: [0; CARD_KINDS], blind: 0, lack: 0 };
        let (mut lack, mut lack_points) = (0, 0);
        let (mut most_spare, mut total_spare) = (0, 0);
        for color in 0..MAX_COLORS {
            let spare = hand[color].saturating_sub(tickets[color]);
            let missing = tickets[color].saturating_sub(hand[color]);
            let missing_points = points[color].saturating_sub(spare);
            wishes.spare[color] = spare;
            lack += missing;
            lack_points += missing_points;
            most_spare = most_spare.max(spare);
            total_spare += spare.saturating_sub(points[color]);
            let held = i32::from(hand[color].min(8)) * style.held / 10;
            wishes.worth[color] = if missing > 0 {
                NEEDED + held + style.scarce * i32::from(missing)
            } else if missing_points > 0 {
                style.extras + held
            } else {
                0
            };
        }
        let gray = tickets[MAX_COLORS];
        let any = gray + points[MAX_COLORS];
        lack += gray.saturating_sub(total_spare);
        lack_points += any.saturating_sub(total_spare) - gray.saturating_sub(total_spare);
        if any > 0 {
            let most = if gray > 0 { NEEDED } else { style.extras } * style.gray / 100;
            // One division instead of eight; a hand is small enough for it to be exact.
            let per_card = (16 << PRECISION) / i32::from(most_spare + 1) + 1;
            for color in 0..MAX_COLORS {
                let near = (i32::from(wishes.spare[color] + 1) * per_card) >> PRECISION;
                wishes.worth[color] = wishes.worth[color].max(most * near / 16);
            }
        }
        wishes.spare_locomotives = hand[MAX_COLORS].saturating_sub(lack);
        wishes.lack = (lack + lack_points).saturating_sub(hand[MAX_COLORS]);
        let wild = if lack > hand[MAX_COLORS] {
            NEEDED * style.wild / 100
        } else if wishes.lack > 0 {
            style.extras * style.wild / 100
        } else {
            NEEDED / 4
        };
        wishes.worth[MAX_COLORS] = wild;
        wishes.blind = (wishes.worth[..MAX_COLORS].iter().sum::<i32>() * 12 + wild * 14) / 110 + style.blind;
        wishes
    }

    /// The coloured card of the row that is worth most.
    #[inline]
    fn best_slot(&self, outlook: &Outlook) -> (Option<(i32, u8)>, i32, Option<u8>) {
        let mut best: Option<(i32, u8)> = None;
        let mut second = self.blind;
        let mut locomotive = None;
        for (slot, card) in outlook.row.iter().enumerate() {
            match card {
                None => {}
                Some(Card::Locomotive) => locomotive = Some(slot as u8),
                Some(color) => {
                    let worth = self.worth[color.index()];
                    if best.is_none_or(|best| worth > best.0) {
                        second = second.max(best.map_or(0, |best| best.0));
                        best = Some((worth, slot as u8));
                    } else {
                        second = second.max(worth);
                    }
                }
            }
        }
        (best, second, locomotive)
    }
}

fn turn(terrain: &Terrain<'_>, outlook: &Outlook, plan: &mut Plan) -> Action {
    if outlook.turns_left <= terrain.style.haste
        && let Some(action) = most_points(terrain, outlook, plan)
    {
        plan.claimed();
        return action;
    }
    plan.update(terrain, outlook);
    let wishes = Wishes::new(terrain, outlook, plan);
    if let Some(action) = planned_claim(terrain, outlook, plan, &wishes) {
        plan.claimed();
        return action;
    }
    if terrain.style.tickets > 0
        && outlook.has_ticket_deck
        && outlook.turns_left >= terrain.style.curiosity
        && plan.is_done(outlook)
    {
        return Action::DrawTickets;
    }
    first_card(terrain, outlook, &wishes)
        .or_else(|| most_points(terrain, outlook, plan))
        .unwrap_or_else(|| last_resort(outlook))
}

/// The route of the plan that is worth most of those that can be paid without taking cards from the tickets.
#[inline]
fn planned_claim(terrain: &Terrain<'_>, outlook: &Outlook, plan: &Plan, wishes: &Wishes) -> Option<Action> {
    let hand = outlook.hand.counts();
    let mut richest = 0;
    for color in 1..MAX_COLORS {
        if wishes.spare[color] > wishes.spare[richest] {
            richest = color;
        }
    }
    let (style, board) = (&terrain.style, terrain.edition.board());
    let least = if wishes.lack == 0 { i32::MIN } else { patience(style, outlook) };
    let mut best: Option<(i32, RouteId, usize, u8, u8)> = None;
    for target in &plan.targets {
        if !outlook.open.contains(target.route) {
            continue;
        }
        let color = if target.color == GRAY { richest } else { target.color.into() };
        let (held, locomotives) = match target.purpose {
            Purpose::Ticket if target.color != GRAY => (hand[color], hand[MAX_COLORS]),
            Purpose::Ticket => (wishes.spare[color], hand[MAX_COLORS]),
            Purpose::Points => (wishes.spare[color], wishes.spare_locomotives),
        };
        let colored = held.min(target.length);
        let wild = target.length - colored;
        if wild > locomotives {
            continue;
        }
        let danger = match target.purpose {
            Purpose::Ticket => {
                let near = plan.presence.at_ends(board.ends(target.route));
                style.danger[near % style.danger.len()] * i32::from(terrain.detour[target.route.index()])
            }
            Purpose::Points => 0,
        };
        let worth =
            i32::from(target.value) * style.value + i32::from(target.length) * style.per_space + danger
                - i32::from(wild) * style.locomotive;
        if worth >= least && best.is_none_or(|best| worth > best.0) {
            best = Some((worth, target.route, color, colored, wild));
        }
    }
    best.map(|(_, route, color, colored, wild)| Action::ClaimRoute {
        route,
        payment: Cards::payment(Card::COLORS[color % MAX_COLORS], colored, wild),
    })
}

/// What a claim must bring as long as cards are missing, in hundredths of a quarter of a point.
#[inline]
fn patience(style: &Style, outlook: &Outlook) -> i32 {
    let late = (LATE - outlook.turns_left).max(0);
    let rich = i32::from(outlook.hand.total().saturating_sub(RICH));
    100 * style.patience - style.late * late - style.rich * rich
}

fn first_card(terrain: &Terrain<'_>, outlook: &Outlook, wishes: &Wishes) -> Option<Action> {
    let (best, second, locomotive) = wishes.best_slot(outlook);
    let first = best.map_or(0, |best| best.0).max(wishes.blind);
    if let Some(slot) = locomotive
        && wishes.worth[MAX_COLORS] * 100 > (first + second) * terrain.style.rainbow
    {
        return Some(Action::TakeFromRow { slot });
    }
    draw(outlook, best, wishes.blind).or(locomotive.map(|slot| Action::TakeFromRow { slot }))
}

fn second_card(wishes: &Wishes, outlook: &Outlook) -> Action {
    let (best, ..) = wishes.best_slot(outlook);
    draw(outlook, best, wishes.blind).unwrap_or(Action::DrawBlind)
}

/// The best card of the row, or the deck if that promises more.
fn draw(outlook: &Outlook, best: Option<(i32, u8)>, blind: i32) -> Option<Action> {
    match best {
        Some((worth, slot)) if worth > blind || outlook.deck == 0 => Some(Action::TakeFromRow { slot }),
        _ if outlook.deck > 0 => Some(Action::DrawBlind),
        _ => None,
    }
}

/// The claim that brings most at once, whatever the plan says.
#[cold]
fn most_points(terrain: &Terrain<'_>, outlook: &Outlook, plan: &Plan) -> Option<Action> {
    let board = terrain.edition.board();
    let counts = outlook.hand.counts();
    let locomotives = counts[MAX_COLORS];
    let richest = (0..MAX_COLORS).max_by_key(|color| counts[*color]).unwrap_or(0);
    let mut best: Option<(i32, RouteId, usize, u8)> = None;
    for route in outlook.open.and(board.up_to_length(outlook.trains)).iter() {
        let length = board.length(route);
        let color = board.color(route).map_or(richest, Card::index);
        let colored = counts[color].min(length);
        if length - colored > locomotives {
            continue;
        }
        let target = plan.targets.iter().find(|target| target.route == route);
        let points = POINT * i32::from(board.points(route));
        let worth = target.map_or(points, |target| points.max(target.value.into()))
            + attractions(terrain, outlook, route);
        if best.is_none_or(|best| worth > best.0) {
            best = Some((worth, route, color, colored));
        }
    }
    best.map(|(_, route, color, colored)| Action::ClaimRoute {
        route,
        payment: Cards::payment(Card::COLORS[color % MAX_COLORS], colored, board.length(route) - colored),
    })
}

/// There is no card to draw and no route to claim.
#[cold]
fn last_resort(outlook: &Outlook) -> Action {
    if outlook.has_ticket_deck { Action::DrawTickets } else { Action::Pass }
}

/// Keeps what a plan would pursue, and as little else as the rules allow.
fn keep(terrain: &Terrain<'_>, outlook: &Outlook, plan: &mut Plan) -> Action {
    let board = terrain.edition.board();
    let rules = terrain.edition.rules();
    let (least, held) = match outlook.phase {
        Phase::FirstTickets => (rules.keep, TicketSet::EMPTY),
        _ => (rules.draw_keep, outlook.tickets),
    };
    let least = usize::from(least).min(outlook.offer.len());
    let for_all = Plan::pursuing(terrain, outlook, held.or(outlook.offer));
    let mut kept = for_all.pursued.and(outlook.offer);
    while kept.len() < least {
        let others = outlook.offer.without(kept).iter();
        let Some(cheapest) = others.min_by_key(|ticket| board.ticket_points(*ticket)) else { break };
        kept.insert(cheapest);
    }
    plan.adopt(for_all, held.or(kept));
    let returned: TicketList = outlook.offer.without(kept).iter().collect();
    Action::KeepTickets { returned }
}
