// What the page's modules pass to each other. What the referee says is in "interface", which
// `make lint` writes out of controller/web/openapi.json.

import type { BoxProblem, EditionView, GroupView, HandCountView, HitView, LauncherView, Me, PracticeView, QuestionView, ReaderView, SeatView, TableView } from "interface";

/** Presses or draws that are owed. */
export interface Owed {
  player: string;
  by: string;
  hits: number;
  draws?: number;
  until_fire: boolean;
}

/** The position of a game, as docs/scenarios.md has it. */
export interface State {
  edition: string;
  phase: string;
  round: number;
  dealer: string | null;
  turn: string | null;
  direction: "left" | "right";
  top: string | null;
  color: string | null;
  hands: Record<string, number>;
  owed: Owed[];
  uno: { player: string; called: boolean } | null;
  launcher: number;
  scores: Record<string, number>;
  towers: Record<string, string | null> | null;
  eliminated: string[];
  winner: string | string[] | null;
  discrepancy: number;
  reload_due: boolean;
}

/** The least and the greatest number that makes sense. */
export interface Bounds {
  least: number;
  most: number;
}

/** A command that may be said: its fixed members, what is still needed, and what can be added. */
export interface Offer {
  do: string;
  needs?: string[];
  may?: string[];
  /** Of numbers that are needed, by member. */
  bounds?: Record<string, Bounds>;
  by?: string;
  player?: string;
  card?: string;
  [member: string]: unknown;
}

/** A command in the making. */
export interface Ask {
  offers: Offer[];
  values: Record<string, unknown>;
  /** Tells it from every other question; an update leaves it as it is. */
  number?: number;
  draft?: string[];
}

export type { Me } from "interface";
export type Seat = SeatView;
export type Hit = HitView;
export type Launcher = LauncherView;
export type Edition = EditionView;
export type PracticeStep = PracticeView["steps"][number];
/** A round for practice, as it is shown. */
export interface Practice {
  /** Names it in requests; null until the referee has begun it. */
  name: string | null;
  player: string;
  /** The moments of which the person was told. */
  told: string[];
  /** The moment of which they are told now. */
  coach: string | null;
  step: any;
  /** What the person can say now. */
  legal: any[];
  /** A wild that waits for its colour. */
  wild?: any;
  /** Is an answer under way, or being shown? */
  waits?: boolean;
  /** Has it ended before it was over? */
  ended?: boolean;
}
/** What a card that a reader saw asks. */
export type Pending = QuestionView;
export type Reader = ReaderView;
/** A hand that is laid under a reader to be counted. */
export type Counting = HandCountView;

/** What this device asked of the host. */
export interface Wanted {
  do: "join" | "leave";
  player: string;
  request: number;
  ticket: string;
  /** Did the table show the question already? */
  seen: boolean;
  /** When it was asked, by the clock. */
  at: number;
}

/** What this device asks for to be admitted; `lost`: nobody answered. */
export interface Arrival {
  path: string;
  body: Record<string, string>;
  key: string;
  lost: boolean;
}

/** A code that is shown. */
export interface Pairing {
  /** Whose seat it gives; null: it pairs a reader. */
  player: string | null;
  ownOnly: boolean;
  code: string;
  address: string | null;
  qr: string[] | null;
  /** What the table said before of the devices that it is for. */
  before: string;
  /** When it is too old, by the page's clock, in ms; it tells one code from another, too. */
  end: number;
  /** Seconds for which it is still good. */
  left: number;
}

/** The table, pushed whole, with a game on it. */
export type Table = Omit<TableView, "state" | "game" | "legal"> & {
  state: State;
  game: { edition: string; players: string[]; scoring?: string; options?: Record<string, unknown> };
  legal: Offer[];
};

/** What is being tapped or typed on this device. */
export interface Ui {
  /** Who this device is to the referee. */
  me: Me;
  up: boolean | null;
  /** Does the referee let somebody wait for an answer? */
  slow: boolean;
  /** `done`: it tells what was done, not what was refused. `news`: it comes by itself, and is not over when somebody types on. */
  notice: { sentence: string; clause: string | null; at: number; done?: boolean; news?: boolean } | null;
  ask: Ask | null;
  explained: string | null;
  panel: string | null;
  /** Does a seat's phone show the whole table? */
  wholeTable: boolean;
  /** Are all lines of the log shown? */
  wholeLog: boolean;
  /** Are the rules shown behind what is said on a player's phone? */
  why: boolean;
  drafts: Record<string, any>;
  /** What the referee said of past games, once it was asked; `course`: of the one that is looked at. */
  past?: { games?: unknown[]; course?: unknown; [member: string]: unknown };
  /** What a TV knows beyond the table: how others join, and what the first key or touch would bring. */
  tv?: { join?: { address: string | null; wifi: { ssid: string; password: string | null } | null }; wants?: "sound" | "screen" | null };
  /** What is asked for to be admitted, until it is answered. */
  arrival: Arrival | null;
  /** What was asked of the host, until it is answered. */
  wish: Wanted | null;
  /** The table's code, until this device has said whose seat it takes. */
  tableCode: string | null;
  pairing: Pairing | null;
  editions: Edition[];
  broken: BoxProblem[];
  /** The groups of people; missing until the referee has told them. */
  groups?: GroupView[];
  /** What was asked for on the panel of evenings, and what the referee added up. */
  evenings?: { span?: string; group?: string; found?: any; waits?: boolean; lost?: boolean; sure?: string | null };
  /** A round for practice, while somebody tries one. */
  practice?: Practice;
  /** The game whose picture is shown, with or without names. */
  card?: { number: number; names: boolean; failed?: boolean };
  settings: Partial<Settings>;
  /** Is the screen at least 48rem high? Then a seat's phone shows the felt whole beside its keys. */
  tall: boolean;
  /** Was the window, when the page opened, large enough for every edition at set-up? */
  roomy: boolean;
  /** Was it wide enough for the log? */
  wide: boolean;
}

export interface Settings {
  sound: boolean;
  voice: boolean;
  /** How much it says: one of `LEVELS` of narrating.js. */
  level: string;
  theme: string;
  /** Does a seat's phone not buzz when it is called on? */
  quiet: boolean;
  worn: string;
  /** Is the screen to stay on? null: as is usual for this kind of device. */
  awake: boolean | null;
  /** The language that was chosen here; null: as the browser wishes. */
  language: string | null;
}

/** A language that the referee has words for, with its own name for itself. */
export interface Language {
  language: string;
  name: string;
  dir: string;
  /** Where its words are under a name with their digest, which a page of a release is told. */
  words?: string;
}
