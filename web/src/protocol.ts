// Generated from crates/server/src/protocol by `cargo test -p whistlestop-server --test protocol`.
// Do not edit: UPDATE=1 with that command writes it anew.

/**
 * What a seat is asked to do.
 */
export type Asked = { "now": "wait", } | { "now": "turn", slots: Array<number>, blind: boolean, tickets: boolean, claim: boolean, pass: boolean, } | { "now": "second_card", slots: Array<number>, blind: boolean, } | { "now": "tickets", offer: Array<OwnTicket>, least: number, };

/**
 * Why a seat cannot claim a route.
 */
export type Barred = "yours" | "taken" | "other_side_yours" | "double_closed" | "not_connected" | "too_few_trains" | "too_few_cards";

export type BarredRoutes = { why: Barred, routes: Array<number>, };

export type BoardSize = { width: number, height: number, car_length: number, };

export type Bonus = { bonus: BonusKind, points: number, 
/**
 * The cities it is given for: attractions, in the order of the edition.
 */
cities: Array<number>, };

export type BonusKind = "longest_path" | "globetrotter" | "attraction";

export type Bonuses = { longest_path: number, globetrotter: number, attraction: number, };

/**
 * What a program does where it was asked: the index of one of `legal`, at the `seq` it was asked at.
 */
export type BotAnswer = { seat: number, seq: number, index: number, };

/**
 * The answer is stored and done, as this number.
 */
export type BotDone = { seq: number, };

/**
 * A bot in the list, weakest first.
 */
export type BotInfo = { id: string, name: string, sentence: string, 
/**
 * Elo rating.
 */
strength: number, 
/**
 * Most milliseconds it thinks about a decision.
 */
thinking_ms: number, };

/**
 * How many cards of each kind: `{"red": 2, "locomotive": 1}`. Kinds that are not there are left out.
 */
export type CardCounts = Record<string, number>;

export type CardLook = { color: string, car: string, symbol: string, 
/**
 * `#rrggbb`.
 */
fill: string, };

/**
 * One of the edition's colours, or `locomotive`.
 */
export type CardName = string;

export type ChatLine = { 
/**
 * Numbers of chat lines only grow.
 */
seq: number, player: PlayerId, name: string, 
/**
 * `null` for a spectator.
 */
seat: number | null, 
/**
 * Plain text. Show it as text.
 */
text: string, 
/**
 * Milliseconds since 1970.
 */
at: number, };

export type City = { name: string, attraction: boolean, region?: string, lat?: number, lon?: number, x?: number, y?: number, };

/**
 * Routes that cost the same.
 */
export type Claims = { routes: Array<number>, 
/**
 * Every way to pay for each of them, fewest locomotives first.
 */
payments: Array<CardCounts>, };

/**
 * What a client sends.
 */
export type ClientMessage = { "type": "watch", table: TableId, from?: number | null, } | { "type": "unwatch", table: TableId, } | { "type": "act", table: TableId, id: string, seq: number, seat: number, action: PlayerAction, } | { "type": "undo", table: TableId, id: string, seq: number, seat: number, } | { "type": "come_back", table: TableId, seat: number, } | { "type": "say", table: TableId, text: string, } | { "type": "emote", table: TableId, emote: Emote, } | { "type": "ping", n?: number, };

export type Clock = { "type": "none" } | { "type": "per_turn", seconds: number, } | { "type": "bank", seconds: number, increment_s: number, } | { "type": "correspondence", days: number, };

/**
 * How much time everybody has.
 */
export type Clocks = { 
/**
 * Milliseconds left, by seat; `null` where no time is kept. Those of `running` seats are as of `at`.
 */
left_ms: Array<number | null>, running: Array<number>, 
/**
 * The server's time, in milliseconds since 1970.
 */
at: number, };

/**
 * A new API token. The secret is shown this once and sent as `Authorization: Bearer …`.
 */
export type CreatedToken = { id: TokenId, label: string, secret: string, };

/**
 * Makes the guest an account, or signs in.
 */
export type Credentials = { name: string, password: string, };

/**
 * What told the winner from the others.
 */
export type DecidedBy = "total" | "tickets_done" | "longest_path" | "shared";

export type DeckInfo = { id: string, name: string, 
/**
 * `verified`, `reconstructed` or `own`.
 */
provenance: string, };

/**
 * An edition as it is played: `GET /api/v1/editions/{id}`. The same as in the header of a record.
 */
export type Edition = { id: string, name: string, text: string, documents: Array<string>, players: [number, number], trains: number, colors: Array<string>, cards_per_color: number, locomotives: number, hand: number, row: number, flush_at: number, route_points: Array<number>, ticket_rules: TicketRules, doubles_closed_up_to: number, must_connect: boolean, end_at: number, bonuses: Bonuses, set_up: string, map: MapInfo, deck: DeckInfo, cities: Array<City>, routes: Array<Route>, tickets: Array<Ticket>, };

/**
 * An edition in the list.
 */
export type EditionSummary = { id: string, name: string, text: string, 
/**
 * Least and largest number of players.
 */
players: [number, number], 
/**
 * The map it is played on.
 */
map: string, };

/**
 * A gesture; not stored.
 */
export type Emote = "hello" | "well_played" | "thinking" | "hurry" | "oops" | "thanks" | "wow" | "good_game";

/**
 * What proves that nobody chose the cards. docs/fairness.md explains it.
 */
export type FairnessState = { 
/**
 * SHA-256 of the server's seed, in hexadecimal: known before the deal.
 */
commitment: string, 
/**
 * What each seat's client added, by seat; part of the game's seed.
 */
nonces: Array<string | null>, 
/**
 * The server's seed, once the game is over.
 */
server_seed: string | null, 
/**
 * The game's seed, once the game is over.
 */
seed: string | null, };

export type FirstSeat = { "type": "random" } | { "type": "chosen", seat: number, };

/**
 * Looks a table up by its code.
 */
export type Found = { table: TableId, };

/**
 * A fact of the game. `n` counts from 1; an undo takes numbers back.
 */
export type GameEvent = { n: number, } & ({ "e": "cards_dealt", seat: number, cards: Hidden<Array<CardName>>, } | { "e": "slot_filled", slot: number, card: CardName | null, } | { "e": "row_flushed", row: Array<CardName | null>, } | { "e": "tickets_dealt", seat: number, tickets: Hidden<Array<number>>, } | { "e": "tickets_kept", seat: number, kept: Hidden<Array<number>>, returned: Hidden<Array<number>>, } | { "e": "returns_placed", tickets: number, } | { "e": "turn_started", seat: number, turn: number, } | { "e": "card_drawn", seat: number, card: Hidden<CardName>, } | { "e": "card_taken", seat: number, slot: number, card: CardName, } | { "e": "deck_reshuffled", cards: number, } | { "e": "route_claimed", seat: number, route: number, payment: CardCounts, points: number, } | { "e": "tickets_drawn", seat: number, tickets: Hidden<Array<number>>, } | { "e": "turn_passed", seat: number, } | { "e": "final_round", seat: number, } | { "e": "game_ended", standings: Array<RecordedStanding>, });

export type GameUpdate = { table: TableId, 
/**
 * The number to send with actions and to resume from. It only grows, but not always by one.
 */
seq: number, 
/**
 * Whether `events` continue from the last `game` message, or from `from`. If not, they are empty, and the view is
 * all there is to know.
 */
continues: boolean, 
/**
 * What happened since, as the viewer sees it.
 */
events: Array<GameEvent>, 
/**
 * The action before was taken back; `events` are empty.
 */
undone: boolean, game: GameView, clocks: Clocks, 
/**
 * The viewer's seat that can take its last action back now.
 */
can_undo: number | null, };

/**
 * A position. Routes, tickets and seats are numbers as in records: indices into the edition and the table.
 */
export type GameView = { 
/**
 * The number of the last event.
 */
n: number, phase: Phase, 
/**
 * Before the first turn, the seat that will have it.
 */
seat_in_turn: number, 
/**
 * Counts from 1; 0 before the first turn.
 */
turn: number, 
/**
 * In the final round: turns that have not been started yet.
 */
turns_left: number | null, 
/**
 * The seats the game waits for.
 */
awaited: Array<number>, 
/**
 * The face-up cards, `null` for an empty place.
 */
row: Array<CardName | null>, 
/**
 * How many cards the deck has.
 */
deck: number, discards: CardCounts, 
/**
 * How many tickets the ticket deck has.
 */
ticket_deck: number, 
/**
 * By seat.
 */
seats: Array<PublicSeat>, 
/**
 * The seats whose secrets the viewer may know: one for a player, several in hot-seat, all in an all-seeing
 * replay, none for a spectator.
 */
own: Array<OwnSeat>, 
/**
 * After the end.
 */
score: ScoreSheet | null, };

/**
 * Bonuses that were given; the others are left out.
 */
export type GivenBonuses = { longest_path?: number, globetrotter?: number, attraction?: number, };

/**
 * What the viewer may know, or how many there are.
 */
export type Hidden<T> = number | T;

/**
 * What has happened in a game, as the asker saw it.
 */
export type History = { events: Array<GameEvent>, };

/**
 * The longest continuous path of a seat so far.
 */
export type LongestPath = { trains: number, 
/**
 * In order of travel.
 */
routes: Array<number>, };

export type MapInfo = { id: string, name: string, 
/**
 * What one playing piece is called.
 */
piece: string, 
/**
 * What the wild card is called.
 */
wild: string, 
/**
 * In the order of `colors`.
 */
cards: Array<CardLook>, board?: BoardSize, 
/**
 * Other spellings of city names, `[seen, ours]`.
 */
aliases?: Array<[string, string]>, };

/**
 * Who the session belongs to.
 */
export type Me = { player: PlayerId, name: string, 
/**
 * Whether there is an account; otherwise a guest.
 */
account: boolean, };

/**
 * Another password for an account.
 */
export type NewPassword = { old: string, new: string, };

/**
 * Begins a session as a guest.
 */
export type NewSession = { 
/**
 * Somebody else's name gets a number behind it; without one the server thinks of one.
 */
name?: string | null, };

/**
 * A new table. The maker is its host and gets the first seat, unless `sit` is false.
 */
export type NewTable = { options: TableOptions, 
/**
 * Bots for the last seats, by id.
 */
bots?: Array<string>, sit?: boolean, 
/**
 * The host's contribution to the game's seed: 1 to 64 characters of any kind.
 */
nonce?: string | null, 
/**
 * Starts at once, if every seat is taken.
 */
start?: boolean, };

export type NewToken = { 
/**
 * What it is for, in the owner's words.
 */
label: string, };

/**
 * What only the owner of a seat knows, and what the seat may do.
 */
export type OwnSeat = { seat: number, hand: CardCounts, 
/**
 * The tickets it has kept.
 */
tickets: Array<OwnTicket>, 
/**
 * What the game asks of the seat now.
 */
asked: Asked, 
/**
 * Routes it has the cards and trains for, with every way to pay; routes that cost the same stand together. They
 * can be claimed now if `asked` says so, otherwise in the next turn.
 */
claims: Array<Claims>, 
/**
 * The other routes, by the reason.
 */
barred: Array<BarredRoutes>, };

export type OwnTicket = { ticket: number, } & ({ "state": "done", path: Array<number>, } | { "state": "open", trains: number, path: Array<number>, } | { "state": "impossible", path: Array<number>, });

/**
 * What the game waits for.
 */
export type Phase = "first_tickets" | "turn" | "second_card" | "tickets" | "ended";

/**
 * What a seat wants to do. The server decides whether it may.
 */
export type PlayerAction = { "type": "draw_blind", } | { "type": "take_from_row", slot: number, } | { "type": "claim_route", route: number, payment: CardCounts, } | { "type": "draw_tickets", } | { "type": "keep_tickets", returned: Array<number>, } | { "type": "pass", };

/**
 * A player, guest or with an account. Not a secret: it only tells people apart.
 */
export type PlayerId = string;

/**
 * Somebody who plays: `GET /api/v1/players/{id}`.
 */
export type PlayerInfo = { player: PlayerId, name: string, account: boolean, 
/**
 * Absent before the first rated game.
 */
rating: RatingInfo | null, };

/**
 * What everybody knows of a seat.
 */
export type PublicSeat = { routes: Array<number>, route_points: number, trains: number, 
/**
 * How many cards the hand has.
 */
cards: number, 
/**
 * Cards that must be in the hand, because everybody saw them being taken and not being played since.
 */
known_cards: CardCounts, 
/**
 * How many tickets the seat has kept.
 */
tickets: number, 
/**
 * How many tickets the seat has to choose from now.
 */
offered: number, longest_path: LongestPath, };

/**
 * A line of the list of ratings, the strongest first.
 */
export type RatedPlayer = { 
/**
 * Absent for a bot of the server.
 */
player: PlayerId | null, 
/**
 * Absent for a person.
 */
bot: string | null, name: string, 
/**
 * 1500 for a newcomer.
 */
rating: number, 
/**
 * How far off that may be: one standard deviation.
 */
deviation: number, 
/**
 * Rated games.
 */
games: number, };

/**
 * What a game did to the rating of somebody who played it.
 */
export type RatingChangeInfo = { player: PlayerId | null, bot: string | null, before: number, after: number, };

/**
 * How strong somebody is.
 */
export type RatingInfo = { 
/**
 * 1500 for a newcomer.
 */
rating: number, 
/**
 * How far off that may be: one standard deviation.
 */
deviation: number, 
/**
 * Rated games.
 */
games: number, };

/**
 * An uploaded record.
 */
export type RecordId = string;

/**
 * A line of the score sheet as records have it.
 */
export type RecordedStanding = { seat: number, route_points: number, tickets_done: Array<number>, tickets_failed: Array<number>, ticket_points: number, longest_path: number, bonuses: GivenBonuses, total: number, rank: number, };

export type Refusal = "malformed" | "invalid" | "illegal" | "stale" | "forbidden" | "unauthorized" | "not_found" | "wrong_time" | "taken" | "too_many" | "not_stored" | "stopping" | "internal";

/**
 * The body of every error, over REST and WebSocket: a word for programs and a sentence for people.
 */
export type Refused = { code: Refusal, text: string, };

export type Rename = { name: string, };

/**
 * A whole game to step through. `GET …/replay/{n}` has the position after event `n`.
 */
export type Replay = { 
/**
 * The edition as it was played, in the form of `GET /api/v1/editions/{id}`.
 */
edition: Edition, players: Array<ReplayPlayer>, first_seat: number, events: Array<GameEvent>, 
/**
 * The number of the event after which each turn is over, by turn; the set-up is turn 0. What a link to a turn
 * points at.
 */
turns: Array<number>, ended: boolean, };

export type ReplayPlayer = { name: string, 
/**
 * `human`, or `bot:` and its id.
 */
kind: string, };

/**
 * Positions of a replay, in order.
 */
export type ReplayViews = { views: Array<GameView>, };

export type Route = { a: string, b: string, 
/**
 * One of `colors`, or `gray`.
 */
color: string, length: number, };

/**
 * The end of a game, in the order in which it is told at a table.
 */
export type ScoreSheet = { 
/**
 * By seat.
 */
seats: Array<SeatScore>, winners: Array<number>, decided_by: DecidedBy, };

/**
 * Takes a seat, puts a bot on it, or changes the colour.
 */
export type SeatChange = { "type": "sit", nonce?: string | null, 
/**
 * In hot-seat, what to call the person on this seat.
 */
name?: string | null, } | { "type": "bot", bot: string, } | { "type": "color", color: SeatColor, };

/**
 * The colour of a seat's pieces; every seat of a table has another.
 */
export type SeatColor = "red" | "blue" | "green" | "yellow" | "black";

export type SeatScore = { seat: number, route_points: number, 
/**
 * In the order in which they are turned over: as numbered in the edition.
 */
tickets: Array<TicketScore>, ticket_points: number, longest_path: LongestPath, bonuses: Array<Bonus>, total: number, 
/**
 * 1 for the winner, or for each of several who share the victory.
 */
rank: number, };

export type SeatState = { seat: number, color: SeatColor, sitter: SitterState, };

export type SeatSummary = { color: SeatColor, 
/**
 * `null` for a bot and where nobody sits.
 */
player: PlayerId | null, 
/**
 * `null` when nobody sits there.
 */
name: string | null, 
/**
 * `null` for a human.
 */
bot: string | null, 
/**
 * Whether it is the asker's, in the list of the own tables.
 */
yours: boolean, 
/**
 * After the end.
 */
total: number | null, rank: number | null, };

/**
 * What the server sends.
 */
export type ServerMessage = { "type": "welcome", me: Me, version: string, } | { "type": "table", state: TableState, } | { "type": "game" } & GameUpdate | { "type": "done", table: TableId, id: string, seq: number, } | { "type": "refused", table: TableId | null, id: string | null, code: Refusal, text: string, } | { "type": "chat", table: TableId, lines: Array<ChatLine>, } | { "type": "emote", table: TableId, player: PlayerId, name: string, seat: number | null, emote: Emote, } | { "type": "pong", n: number, } | { "type": "closing", reconnect_ms: number, };

export type SitterState = { "type": "nobody", } | { "type": "human", player: PlayerId, name: string, connected: boolean, 
/**
 * The bot that plays for them now.
 */
stand_in: string | null, } | { "type": "bot", 
/**
 * Its id in the table of bots.
 */
bot: string, name: string, };

/**
 * Who may watch. Spectators never see a hand.
 */
export type Spectators = { "type": "nobody", } | { "type": "anybody", delay_s?: number, };

/**
 * Who plays for a person who is not there.
 */
export type StandIn = { 
/**
 * A bot's id, perhaps with a thinking time: `greedy`, `mcts@500ms`.
 */
bot: string, 
/**
 * At a table without clock: seconds after which it plays for somebody who has lost the connection and is
 * awaited. `null`: never.
 */
after_s?: number | null, };

/**
 * A table: 128 random bits, because whoever knows it may look in.
 */
export type TableId = string;

/**
 * What the host chooses. Every field but `edition` has a default.
 */
export type TableOptions = { edition: string, 
/**
 * How many seats the table has; the edition says how many it may have.
 */
seats?: number, 
/**
 * Shown in the lobby; otherwise only whoever has the link or the code finds it.
 */
listed?: boolean, spectators?: Spectators, chat?: boolean, 
/**
 * Whether an action can be taken back while it has revealed nothing and nobody has acted since.
 */
undo?: boolean, clock?: Clock, 
/**
 * The bot that plays for people who ran out of time or vanished.
 */
stand_in?: StandIn, first_seat?: FirstSeat, 
/**
 * Whether one session may hold several seats: people around one screen.
 */
hot_seat?: boolean, 
/**
 * Least milliseconds a bot takes for an action, so that people can follow.
 */
bot_pace_ms?: number, 
/**
 * Plays the cards that belong to this code, the same at every table of this server with the same edition and
 * number of seats; without one the cards are nobody's but this table's.
 */
deal?: string, 
/**
 * Whether the game changes the ratings of those who play. Everybody who sits down needs an account or a token.
 */
rated?: boolean, };

/**
 * A table as one viewer sees it.
 */
export type TableState = { id: TableId, 
/**
 * What to type to join; `null` once the game has started.
 */
code: string | null, status: TableStatus, options: Required<TableOptions>, host: PlayerId, seats: Array<SeatState>, spectators: number, fairness: FairnessState, 
/**
 * The next table of the same people, once somebody asked for a rematch.
 */
rematch: TableId | null, 
/**
 * Milliseconds since 1970.
 */
created_at: number, you: You, };

export type TableStatus = "open" | "playing" | "finished" | "closed";

/**
 * A table as it is listed.
 */
export type TableSummary = { id: TableId, status: TableStatus, options: Required<TableOptions>, seats: Array<SeatSummary>, 
/**
 * Milliseconds since 1970.
 */
created_at: number, changed_at: number, };

export type Tables = { tables: Array<TableSummary>, };

export type Ticket = { a: string, b: string, points: number, };

export type TicketRules = { deal: number, keep: number, draw: number, draw_keep: number, 
/**
 * `removed`, `bottom` or `shuffled_bottom`.
 */
returned: string, };

export type TicketScore = { ticket: number, done: boolean, 
/**
 * Negative when it was not done.
 */
points: number, 
/**
 * The own routes that link its cities; if it was not done, the way that lacked the fewest trains.
 */
path: Array<number>, 
/**
 * The routes of `path` that the seat does not have.
 */
gap: Array<number>, };

/**
 * An API token's public name; the token itself is shown once.
 */
export type TokenId = string;

export type TokenInfo = { id: TokenId, label: string, 
/**
 * Milliseconds since 1970.
 */
created_at: number, };

/**
 * A record that was accepted.
 */
export type Uploaded = { record: RecordId, };

/**
 * What the viewer is at this table.
 */
export type You = { 
/**
 * Seats the viewer plays.
 */
seats: Array<number>, host: boolean, };
