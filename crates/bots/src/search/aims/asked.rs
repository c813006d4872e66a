//! What a planner and a racer would have done in a seat's place.

use std::time::Instant;

use arrayvec::ArrayVec;
use rand_core::Rng;
use rand_xoshiro::SplitMix64;
use whistlestop_rules::cards::Card;
use whistlestop_rules::chance::{FastDealer, Seed};
use whistlestop_rules::game::{Action, Game, Silence};
use whistlestop_rules::ids::{RouteId, RouteSet, Seat};
use whistlestop_rules::view::{View, Viewer};

use super::Aim;
use super::deeds::Drawn;
use crate::planner::{Ground, Mind, NO_CUTS};
use crate::sprint::{Outlook, Plan, Terrain, decide};

/// Hands that are guessed at most.
const MOST_HANDS: usize = 32;

/// The share of claims, and of drawn cards, that a planner would not explain.
const CLAIMS_OTHERWISE: f32 = 0.1;
const DRAWS_OTHERWISE: f32 = 0.2;
/// How likely one of those is to be the one that was seen.
const ANY_CLAIM: f32 = 0.1;
const ANY_DRAW: f32 = 0.2;
/// How likely a card is that nothing can be said about.
const UNJUDGED: f32 = 0.5;

/// A decision of a seat with one guess of its hand.
struct Decision<'e> {
    game: Game<'e>,
    view: View<'e>,
}

impl<'e> Decision<'e> {
    fn of(game: &Game<'e>, seat: Seat) -> Self {
        Self { view: game.view(Viewer::Seat(seat)), game: *game }
    }

    fn ask_planner(&mut self, seat: Seat, mind: &mut Mind, ground: &Ground, aim: &Aim) -> Option<Action> {
        self.view.tickets = aim.tickets;
        mind.assume(aim.tickets, aim.plan);
        let legal = self.game.legal_actions(seat);
        legal.get(mind.decide(ground, &self.view, &legal, &NO_CUTS))
    }

    fn ask_racer(&self, terrain: &Terrain<'_>) -> Option<Action> {
        let outlook = Outlook::of_view(&self.view)?;
        Some(decide(terrain, &outlook, &mut Plan::new(terrain, &outlook)))
    }

    /// What card somebody would draw, if any.
    fn draw(&mut self, ask: &mut dyn FnMut(&mut Self) -> Option<Action>) -> Option<Source> {
        let action = ask(self)?;
        Source::of(&action, &self.view)
    }
}

/// The decision about a second card, for each that may have been the first.
type Seconds<'e> = ArrayVec<(Source, Decision<'e>), 2>;

/// A turn with one guess of the seat's hand.
struct Case<'e> {
    first: Decision<'e>,
    second: Seconds<'e>,
}

impl<'e> Case<'e> {
    fn chance_of_draw(
        &mut self,
        drawn: &Drawn,
        ask: &mut dyn FnMut(&mut Decision<'e>) -> Option<Action>,
    ) -> f32 {
        let source = self.first.draw(ask).filter(|source| drawn.has(*source));
        let of_first = chance(source.is_some().into(), DRAWS_OTHERWISE, ANY_DRAW);
        if drawn.total() < 2 {
            return of_first;
        }
        let after = self.second.iter_mut().find(|(first, _)| Some(*first) == source);
        let explained = after.map_or(UNJUDGED, |(first, second)| {
            second.draw(ask).is_some_and(|source| drawn.without(*first).has(source)).into()
        });
        of_first * chance(explained, DRAWS_OTHERWISE, ANY_DRAW)
    }
}

/// Where a card came from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Row(Card),
    Deck,
}

impl Source {
    /// `None` for an action that draws no card.
    fn of(action: &Action, view: &View<'_>) -> Option<Self> {
        match action {
            Action::DrawBlind => Some(Self::Deck),
            Action::TakeFromRow { slot } => {
                view.row.get(usize::from(*slot)).copied().flatten().map(Self::Row)
            }
            _ => None,
        }
    }
}

impl Drawn {
    fn sources(&self) -> impl Iterator<Item = Source> + '_ {
        let from_row =
            self.from_row.iter().filter(|(_, count)| *count > 0).map(|(card, _)| Source::Row(card));
        from_row.chain((self.blind > 0).then_some(Source::Deck))
    }

    fn without(mut self, source: Source) -> Self {
        match source {
            Source::Row(card) => self.from_row.remove(card),
            Source::Deck => self.blind -= 1,
        }
        self
    }

    fn has(&self, source: Source) -> bool {
        match source {
            Source::Row(card) => self.from_row.count(card) > 0,
            Source::Deck => self.blind > 0,
        }
    }
}

/// What a seat was seen to do in a turn.
pub(super) enum Seen<'d> {
    Claim(RouteId),
    /// One or two cards.
    Draw(&'d Drawn),
}

/// The turn of a seat, to be asked about.
pub(super) struct Turn<'t, 'e> {
    pub(super) seat: Seat,
    pub(super) before: &'t View<'e>,
    pub(super) seen: Seen<'t>,
    pub(super) ground: &'t Ground,
    pub(super) terrain: &'t Terrain<'t>,
    /// To be asked at most, over all sets of tickets and guessed hands.
    pub(super) questions: usize,
    pub(super) until: Option<Instant>,
}

impl<'e> Turn<'_, 'e> {
    /// Weighs each set of tickets by whether a planner with them would have done that, and returns how much likelier a racer
    /// would have; the exponent of e.
    pub(super) fn explain(&self, aims: &mut Vec<Aim>, generator: &mut SplitMix64) -> f32 {
        let hands = (self.questions / aims.len().max(1)).clamp(1, MOST_HANDS);
        let mut cases = self.cases(hands, generator);
        let by_planners = self.weigh(aims, |mind, aim| {
            self.chance(&mut cases, &mut |decision| decision.ask_planner(self.seat, mind, self.ground, aim))
        });
        let mut cases = self.cases(MOST_HANDS, generator);
        let by_racer = self.chance(&mut cases, &mut |decision| decision.ask_racer(self.terrain));
        by_planners.map_or(0.0, |by_planners| by_racer.ln() - by_planners.ln())
    }

    fn cases(&self, hands: usize, generator: &mut SplitMix64) -> Vec<Case<'e>> {
        let mut case = || {
            let first = Decision::of(&self.before.determinize(generator), self.seat);
            let second = match self.seen {
                Seen::Draw(drawn) if drawn.total() > 1 => self.after_each(&first, drawn, generator),
                _ => Seconds::new(),
            };
            Case { first, second }
        };
        (0..hands).map(|_| case()).collect()
    }

    /// How likely somebody would have done what was seen.
    fn chance(
        &self,
        cases: &mut [Case<'e>],
        ask: &mut dyn FnMut(&mut Decision<'e>) -> Option<Action>,
    ) -> f32 {
        let chances = cases.iter_mut().map(|case| match self.seen {
            Seen::Claim(route) => {
                let sides = self.before.edition.board().twin_set(route).or(RouteSet::only(route));
                let claims =
                    matches!(ask(&mut case.first), Some(Action::ClaimRoute { route, .. }) if sides.contains(route));
                chance(claims.into(), CLAIMS_OTHERWISE, ANY_CLAIM)
            }
            Seen::Draw(drawn) => case.chance_of_draw(drawn, ask),
        });
        chances.sum::<f32>() / cases.len().max(1) as f32
    }

    /// The decision about the second card for each that may have been the first.
    fn after_each(&self, first: &Decision<'e>, drawn: &Drawn, generator: &mut SplitMix64) -> Seconds<'e> {
        let legal = first.game.legal_actions(self.seat);
        let mut seconds = Seconds::new();
        for source in drawn.sources() {
            let draws_it = |action: &Action| Source::of(action, &first.view) == Some(source);
            let Some(action) = legal.iter().find(draws_it) else { continue };
            let mut game = first.game;
            let mut bytes = [0; 32];
            generator.fill_bytes(&mut bytes);
            let mut chance = FastDealer::new(&Seed(bytes));
            let is_played = game.play(self.seat, &action, &mut chance, &mut Silence).is_ok();
            if is_played && game.next_to_act() == Some(self.seat) {
                let _ = seconds.try_push((source, Decision::of(&game, self.seat)));
            }
        }
        seconds
    }

    /// Makes each set of tickets as likely as what was seen is with it, and returns how likely that was over all sets; those
    /// that time is too short for are left out. If it is too short for all, nothing is left out and nothing returned.
    fn weigh(&self, aims: &mut Vec<Aim>, mut chance: impl FnMut(&mut Mind, &Aim) -> f32) -> Option<f32> {
        let mut mind = Mind::default();
        let mut weighed = 0;
        let best = aims.first().map_or(0.0, |aim| aim.likelihood);
        let (mut all, mut explained) = (0.0, 0.0);
        for aim in aims.iter_mut() {
            if self.until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            let (weight, chance) = ((aim.likelihood - best).exp(), chance(&mut mind, aim));
            all += weight;
            explained += weight * chance;
            aim.likelihood += chance.ln();
            weighed += 1;
        }
        (weighed > 0).then(|| {
            aims.truncate(weighed);
            explained / all
        })
    }
}

/// The chance of what was seen, if some of it is explained and the rest may be anything.
fn chance(explained: f32, otherwise: f32, anything: f32) -> f32 {
    (1.0 - otherwise) * explained + otherwise * anything
}
