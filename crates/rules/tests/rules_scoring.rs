//! The score sheet and who wins.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{Position, S0, S1, S2, USA, edition, edition_with, ticket};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::edition::spec::{CitySpec, RouteSpec};
use whistlestop_rules::game::Standings;

/// Toy map, other bonuses, plenty of trains.
fn toy(longest_path: u32, globetrotter: u32, attraction: u32) -> &'static Edition {
    edition_with("toy", |spec| {
        spec.trains = 9;
        spec.doubles_closed_up_to = 0;
        spec.bonuses.longest_path = longest_path;
        spec.bonuses.globetrotter = globetrotter;
        spec.bonuses.attraction = attraction;
    })
}

fn totals(standings: &Standings) -> Vec<i32> {
    standings.iter().map(|standing| standing.total).collect()
}

fn ranks(standings: &Standings) -> Vec<u8> {
    standings.iter().map(|standing| standing.rank).collect()
}

/// S0, S1, S3, S4 at the end: the value of a ticket is added when its cities are linked, else taken away.
#[test]
fn param_32_tickets_count_plus_or_minus() {
    let edition = toy(0, 0, 0);
    let alder_cedar = ticket(edition, "Alder", "Cedar");
    let cedar_dogwood = ticket(edition, "Cedar", "Dogwood");
    let game = Position::new(edition, 2)
        .owns(S0, "Alder", "Birch")
        .owns(S0, "Birch", "Cedar")
        .owns(S1, "Cedar", "Dogwood")
        .tickets(S0, &[alder_cedar, cedar_dogwood])
        .game();
    let standing = game.standings()[0];
    assert!(standing.tickets_done.contains(alder_cedar) && standing.tickets_failed.contains(cedar_dogwood));
    assert_eq!((standing.route_points, standing.ticket_points, standing.total), (2, 0, 2));
}

/// Place 6: S2 ends without scoring; tickets, bonus and tie-break are those of S0.
#[test]
fn diff_06_the_strict_game_is_scored_like_the_base_game() {
    let [strict, base] = ["usa-crc", "usa-anniversary"].map(|id| {
        let edition = edition(id);
        let game = Position::new(edition, 2)
            .owns(S0, "Denver", "Santa Fe")
            .owns(S0, "El Paso", "Santa Fe")
            .tickets(S0, &[ticket(edition, "Denver", "El Paso")])
            .tickets(S1, &[ticket(edition, "Boston", "Miami")])
            .game();
        game.standings()
    });
    assert_eq!(strict, base);
    assert_eq!(totals(&strict), [2 + 2 + 4 + 10, -12]);
}

/// S0, S1, S3: ten points; S1 Variants: not in 1910, also in Mega; S4: none. Big Cities is place 21.
#[test]
fn param_33_longest_path_bonus() {
    for id in USA.into_iter().chain(["nyc"]) {
        let expected = if ["usa-1910", "usa-big-cities", "nyc"].contains(&id) { 0 } else { 10 };
        let route = edition(id).board().all_routes().nth(0);
        let game = Position::new(edition(id), 2).owns_route(S0, route).game();
        let standings = game.standings();
        assert_eq!((standings[0].longest_path_bonus, standings[1].longest_path_bonus), (expected, 0), "{id}");
    }
}

/// S0, S1, S3: each of those who tie has the bonus.
#[test]
fn param_34_longest_path_tie() {
    let usa = edition("usa-classic");
    let game = Position::new(usa, 3)
        .owns(S0, "Atlanta", "Charleston")
        .owns(S1, "Boston", "Montréal")
        .owns(S2, "Dallas", "Houston")
        .game();
    let bonuses: Vec<u16> = game.standings().iter().map(|standing| standing.longest_path_bonus).collect();
    assert_eq!(bonuses, [10, 10, 0]);
}

/// Ruling Scoring: without a single route nobody has a path, and nobody its bonus; likewise without a ticket done.
#[test]
fn ruling_scoring_no_bonus_for_nothing() {
    let edition = toy(2, 5, 0);
    let game = Position::new(edition, 2).tickets(S0, &[ticket(edition, "Alder", "Birch")]).game();
    assert_eq!(totals(&game.standings()), [-1, 0]);
    assert_eq!(ranks(&game.standings()), [2, 1]);
}

/// S1 Variants: the Globetrotter in 1910 and Mega, nowhere else.
#[test]
fn param_35_most_tickets_bonus() {
    for id in USA.into_iter().chain(["nyc"]) {
        let expected = if ["usa-1910", "usa-mega"].contains(&id) { 15 } else { 0 };
        assert_eq!(edition(id).rules().globetrotter_bonus, expected, "{id}");
    }
}

/// Place 22: fifteen points, to everybody who has completed the most.
#[test]
fn diff_22_globetrotter_ties_score_all() {
    let usa = edition("usa-1910");
    let done = |a, b| ticket(usa, a, b);
    let game = Position::new(usa, 3)
        .owns(S0, "Chicago", "Pittsburgh")
        .owns(S0, "New York", "Pittsburgh")
        .owns(S1, "Denver", "Kansas City")
        .owns(S1, "Kansas City", "Saint Louis")
        .tickets(S0, &[done("Chicago", "New York")])
        .tickets(S1, &[done("Denver", "Saint Louis")])
        .tickets(S2, &[done("Las Vegas", "Miami")])
        .game();
    let bonuses: Vec<u16> = game.standings().iter().map(|standing| standing.globetrotter_bonus).collect();
    assert_eq!(bonuses, [15, 15, 0]);
}

/// Place 21: Big Cities has neither bonus.
#[test]
fn diff_21_big_cities_has_no_bonus_cards() {
    let rules = edition("usa-big-cities").rules();
    assert_eq!((rules.longest_path_bonus, rules.globetrotter_bonus), (0, 0));
}

/// S4 final scoring: a point for each attraction touched; the other documents have none.
#[test]
fn param_36_attractions() {
    let nyc = edition("nyc");
    let game = Position::new(nyc, 2)
        .owns(S0, "Lincoln Center", "Central Park")
        .owns(S0, "Midtown West", "Times Square")
        .owns(S1, "Lincoln Center", "Midtown West")
        .game();
    let points: Vec<u16> = game.standings().iter().map(|standing| standing.attraction_points).collect();
    assert_eq!(points, [2, 0]);
    assert!(USA.iter().all(|id| edition(id).rules().attraction_points == 0));
}

/// Place 31: once for each attraction and player, however many routes touch it; others may score it, too.
#[test]
fn diff_31_an_attraction_counts_once_per_player() {
    let nyc = edition("nyc");
    let game = Position::new(nyc, 2)
        .owns(S0, "Central Park", "Times Square")
        .owns(S0, "Lincoln Center", "Central Park")
        .owns(S0, "Central Park", "United Nations")
        .owns(S1, "Midtown West", "Times Square")
        .game();
    let points: Vec<u16> = game.standings().iter().map(|standing| standing.attraction_points).collect();
    // Central Park, Times Square and United Nations; Times Square once more for the other seat.
    assert_eq!(points, [3, 1]);
}

/// Place 23: two names in S1, one card: the longest continuous path of own trains.
#[test]
fn diff_23_longest_route_and_longest_path_are_one_card() {
    let usa = edition("usa-classic");
    // One long route against two short ones in a line.
    let game = Position::new(usa, 2)
        .owns(S0, "Calgary", "Winnipeg")
        .owns(S1, "Chicago", "Toronto")
        .owns(S1, "Chicago", "Duluth")
        .game();
    let standings = game.standings();
    assert_eq!((standings[0].longest_path, standings[1].longest_path), (6, 7));
    assert_eq!((standings[0].longest_path_bonus, standings[1].longest_path_bonus), (0, 10));
}

/// Place 24: loops count, cities may repeat, no train counts twice, and a branch cannot be added.
#[test]
fn diff_24_longest_path_is_a_trail() {
    let edition = toy(2, 0, 0);
    let loop_and_tail = Position::new(edition, 2)
        .owns(S0, "Birch", "Cedar")
        .owns(S0, "Cedar", "Dogwood")
        .owns(S0, "Birch", "Dogwood")
        .owns(S0, "Alder", "Birch")
        .game();
    assert_eq!(loop_and_tail.standings()[0].longest_path, 1 + 2 + 2 + 1);
    let usa = support::edition("usa-classic");
    let star = Position::new(usa, 2)
        .owns(S0, "Denver", "Helena")
        .owns(S0, "Denver", "Phoenix")
        .owns(S0, "Denver", "Santa Fe")
        .game();
    assert_eq!(star.standings()[0].longest_path, 5 + 4, "the branch to Santa Fe is not on the way");
}

/// Place 25: the bonus card names no cities; any path can earn it.
#[test]
fn diff_25_the_longest_path_card_names_no_cities() {
    let crc = edition("usa-crc");
    for (a, b) in [("Seattle", "Vancouver"), ("Atlanta", "Miami")] {
        let game = Position::new(crc, 2).owns(S1, a, b).game();
        assert_eq!(game.standings()[1].longest_path_bonus, 10);
    }
}

/// Place 26: points decide, not the number of cities connected.
#[test]
fn diff_26_points_decide_not_cities() {
    let game = Position::new(edition("usa-crc"), 2)
        .owns(S0, "Miami", "New Orleans")
        .owns(S1, "Seattle", "Vancouver")
        .owns(S1, "Portland", "Seattle")
        .owns(S1, "Dallas", "Houston")
        .owns(S1, "Kansas City", "Omaha")
        .game();
    assert_eq!(totals(&game.standings()), [25, 4]);
    assert_eq!(ranks(&game.standings()), [1, 2]);
}

/// All with a tie-break: first the number of completed tickets.
#[test]
fn param_37_a_tie_goes_to_more_completed_tickets() {
    let edition = edition_with("toy", |spec| {
        spec.trains = 9;
        spec.bonuses.longest_path = 0;
        spec.bonuses.attraction = 0;
    });
    // 1 + 1 for a route and its ticket against 2 for a longer route.
    let game = Position::new(edition, 2)
        .owns(S0, "Birch", "Dogwood")
        .owns(S1, "Birch", "Cedar")
        .tickets(S1, &[ticket(edition, "Birch", "Cedar")])
        .game();
    assert_eq!(totals(&game.standings()), [2, 2]);
    assert_eq!(ranks(&game.standings()), [2, 1]);
}

/// The toy map with two more places, points that do not grow with the length, and this bonus for the path.
fn level(longest_path: u32) -> &'static Edition {
    edition_with("toy", |spec| {
        for name in ["Elm", "Oak"] {
            spec.cities.push(CitySpec { name: name.into(), ..CitySpec::default() });
        }
        for (a, b, length) in [("Cedar", "Elm", 3), ("Alder", "Oak", 4)] {
            let color = "gray".to_owned();
            spec.routes.push(RouteSpec { a: a.into(), b: b.into(), color, length });
        }
        spec.trains = 9;
        spec.route_points = vec![3, 4, 1, 1];
        spec.cards_per_color = 4;
        spec.bonuses.longest_path = longest_path;
        spec.bonuses.attraction = 0;
    })
}

/// Place 19: who holds the longest path card wins a tie of points and tickets; holders together share.
#[test]
fn diff_19_the_longest_path_card_breaks_the_second_tie() {
    let edition = level(2);
    // A path of three spaces, 1 point and the bonus of 2, against a route of one space for 3.
    let two = Position::new(edition, 2).owns(S0, "Alder", "Dogwood").owns(S1, "Birch", "Cedar").game();
    assert_eq!(totals(&two.standings()), [3, 3]);
    assert_eq!(ranks(&two.standings()), [1, 2]);
    // Two seats with the card share the victory; the third is level in points only.
    let three = Position::new(edition, 3)
        .owns(S0, "Alder", "Dogwood")
        .owns(S1, "Birch", "Cedar")
        .owns(S2, "Cedar", "Elm")
        .game();
    assert_eq!(totals(&three.standings()), [3, 3, 3]);
    assert_eq!(ranks(&three.standings()), [1, 3, 1]);
}

/// Place 20: where there is no such card the tie stays, although one path is longer.
#[test]
fn diff_20_without_the_card_the_victory_is_shared() {
    let game = Position::new(level(0), 2).owns(S0, "Alder", "Dogwood").owns(S1, "Cedar", "Elm").game();
    let more = Position::new(level(0), 2).owns(S0, "Alder", "Dogwood").owns(S1, "Alder", "Oak").game();
    assert_eq!(ranks(&game.standings()), [1, 1]);
    assert_eq!(totals(&more.standings()), [1, 1]);
    assert!(more.standings()[0].longest_path < more.standings()[1].longest_path);
    assert_eq!(ranks(&more.standings()), [1, 1]);
    for id in ["usa-1910", "usa-big-cities", "nyc"] {
        assert_eq!(edition(id).rules().longest_path_bonus, 0);
    }
}

/// S3 Game End, S4: still tied, and the victory is shared. The other documents are silent.
#[test]
fn param_38_still_tied_is_a_shared_victory() {
    let usa = edition("usa-2025");
    let game = Position::new(usa, 3)
        .owns(S0, "Atlanta", "Charleston")
        .owns(S1, "Boston", "Montréal")
        .owns(S2, "Dallas", "Houston")
        .game();
    assert_eq!(totals(&game.standings()), [12, 12, 1]);
    assert_eq!(ranks(&game.standings()), [1, 1, 3]);
}

/// Ruling Rank: the whole order, not only the winner, and a shared place leaves a gap.
#[test]
fn ruling_rank_goes_by_total_then_tickets_then_card() {
    let edition = toy(0, 0, 0);
    let game = Position::new(edition, 3)
        .owns(S0, "Birch", "Cedar")
        .owns(S1, "Alder", "Birch")
        .owns(S2, "Alder", "Dogwood")
        .game();
    assert_eq!(totals(&game.standings()), [1, 1, 4]);
    assert_eq!(ranks(&game.standings()), [2, 2, 1]);
}

/// Ruling Scoring: a ticket is done by any path of own trains, never over another's.
#[test]
fn ruling_scoring_a_ticket_needs_own_trains_all_the_way() {
    let edition = toy(0, 0, 0);
    let wanted = ticket(edition, "Alder", "Cedar");
    let split = Position::new(edition, 2)
        .owns(S0, "Alder", "Birch")
        .owns(S1, "Birch", "Cedar")
        .tickets(S0, &[wanted])
        .game();
    assert!(split.standings()[0].tickets_done.is_empty());
    let around = Position::new(edition, 2)
        .owns(S0, "Alder", "Dogwood")
        .owns(S0, "Cedar", "Dogwood")
        .tickets(S0, &[wanted])
        .game();
    assert!(around.standings()[0].tickets_done.contains(wanted));
}
