// What the page's modules pass to each other. What the referee says is in "interface", which
// `make lint` writes out of docs/openapi.json.

import type { ShownEdition, ShownHit, ShownLauncher, ShownTable } from "interface";

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

/** A command that may be said: its fixed members, what is still needed, and what can be added. */
export interface Offer {
  do: string;
  needs?: string[];
  may?: string[];
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

export type Hit = ShownHit;
export type Launcher = ShownLauncher;
export type Edition = ShownEdition;

/** The table, pushed whole, with a game on it. */
export type Table = Omit<ShownTable, "state" | "game" | "legal"> & {
  state: State;
  game: { edition: string; players: string[]; options?: Record<string, unknown> };
  legal: Offer[];
};

/** What is being tapped or typed on this device. */
export interface Ui {
  up: boolean | null;
  /** Does the referee let somebody wait for an answer? */
  slow: boolean;
  notice: { sentence: string; clause: string | null; at: number } | null;
  ask: Ask | null;
  explained: string | null;
  panel: string | null;
  /** Are all lines of the log shown? */
  wholeLog: boolean;
  drafts: Record<string, any>;
  /** What the referee said of past games, once it was asked; `course`: of the one that is looked at. */
  past?: { games?: unknown[]; course?: unknown; [member: string]: unknown };
  editions: Edition[];
  settings: Partial<Settings>;
}

export interface Settings {
  sound: boolean;
  voice: boolean;
  theme: string;
  worn: string;
}
