//! What a planner would have done in a seat's place.

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

    fn ask(&mut self, seat: Seat, mind: &mut Mind, ground: &Ground, aim: &Aim) -> Option<Action> {
        self.view.tickets = aim.tickets;
        mind.assume(aim.tickets, aim.plan);
        let legal = self.game.legal_actions(seat);
        legal.get(mind.decide(ground, &self.view, &legal, &NO_CUTS))
    }
}

/// The decision about a second card, for each that may have been the first.
type Seconds<'e> = ArrayVec<(Source, Decision<'e>), 2>;

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

/// The turn of a seat, to be asked about.
pub(super) struct Turn<'t, 'e> {
    pub(super) seat: Seat,
    pub(super) before: &'t View<'e>,
    pub(super) ground: &'t Ground,
    /// To be asked at most, over all sets of tickets and guessed hands.
    pub(super) questions: usize,
    pub(super) until: Option<Instant>,
}

impl<'e> Turn<'_, 'e> {
    /// Weighs each set of tickets by whether a planner with the cards for it would have claimed this route.
    pub(super) fn explain_claim(&self, aims: &mut Vec<Aim>, route: RouteId, generator: &mut SplitMix64) {
        let sides = self.before.edition.board().twin_set(route).or(RouteSet::only(route));
        let mut decisions = self.decisions(aims.len(), generator);
        self.weigh(aims, |mind, aim| {
            let as_seen = |decision: &mut Decision<'_>| {
                let action = decision.ask(self.seat, mind, self.ground, aim);
                matches!(action, Some(Action::ClaimRoute { route, .. }) if sides.contains(route))
            };
            let explained = decisions.iter_mut().map(as_seen).filter(|as_seen| *as_seen).count();
            chance(explained as f32 / decisions.len() as f32, CLAIMS_OTHERWISE, ANY_CLAIM)
        });
    }

    /// Weighs each set of tickets by whether a planner would have drawn these cards, one or two.
    pub(super) fn explain_draw(&self, aims: &mut Vec<Aim>, drawn: &Drawn, generator: &mut SplitMix64) {
        let first = self.decisions(aims.len(), generator);
        let mut cases: Vec<_> = first
            .into_iter()
            .map(|first| {
                let second = self.after_each(&first, drawn, generator);
                (first, second)
            })
            .collect();
        let draw = |decision: &mut Decision<'_>, mind: &mut Mind, aim: &Aim| {
            let action = decision.ask(self.seat, mind, self.ground, aim)?;
            Source::of(&action, &decision.view)
        };
        self.weigh(aims, |mind, aim| {
            let as_seen = |(first, second): &mut (Decision<'_>, Seconds<'_>)| {
                let source = draw(first, mind, aim).filter(|source| drawn.has(*source));
                let of_first = chance(source.is_some().into(), DRAWS_OTHERWISE, ANY_DRAW);
                if drawn.total() < 2 {
                    return of_first;
                }
                let after = second.iter_mut().find(|(first, _)| Some(*first) == source);
                let explained = after.map_or(UNJUDGED, |(first, second)| {
                    draw(second, mind, aim).is_some_and(|source| drawn.without(*first).has(source)).into()
                });
                of_first * chance(explained, DRAWS_OTHERWISE, ANY_DRAW)
            };
            cases.iter_mut().map(as_seen).sum::<f32>() / cases.len() as f32
        });
    }

    fn decisions(&self, sets: usize, generator: &mut SplitMix64) -> Vec<Decision<'e>> {
        let hands = (self.questions / sets.max(1)).clamp(1, MOST_HANDS);
        (0..hands).map(|_| Decision::of(&self.before.determinize(generator), self.seat)).collect()
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

    /// Makes each set of tickets as likely as what was seen is with it; those that time is too short for are left out, unless
    /// it is too short for all.
    fn weigh(&self, aims: &mut Vec<Aim>, mut chance: impl FnMut(&mut Mind, &Aim) -> f32) {
        let mut mind = Mind::default();
        let mut weighed = 0;
        for aim in aims.iter_mut() {
            if self.until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            aim.likelihood += chance(&mut mind, aim).ln();
            weighed += 1;
        }
        if weighed > 0 {
            aims.truncate(weighed);
        }
    }
}

/// The chance of what was seen, if some of it is explained and the rest may be anything.
fn chance(explained: f32, otherwise: f32, anything: f32) -> f32 {
    (1.0 - otherwise) * explained + otherwise * anything
}
