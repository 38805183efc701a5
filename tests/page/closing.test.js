// Keys that only close what is open say so: they can be tapped soon after what opened it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import "./english.js";
import { closeButton, tapButton } from "../../controller/web/page/views/controls.js";
import { drawn } from "./drawn.js";

const VIEWS = new URL("../../controller/web/page/views/", import.meta.url);

test("a button that closes a panel says that it only closes", () => {
  const key = (button) => /data-closes=(\w+)/.exec(drawn(button))?.[1];
  assert.deepEqual([closeButton("Close", {}), closeButton("Close", {}, { kind: "plain" }), tapButton("More", () => {})].map(key), ["true", "true", "false"]);
});

test("every Close, Cancel, Back and All right only closes", () => {
  const names = ["ui.words.close", "ui.words.cancel", "ui.shared.back", "ui.shared.back_to_table", "ui.shared.all_right"];
  const others = readdirSync(VIEWS).flatMap((file) => readFileSync(new URL(file, VIEWS), "utf8").split("\n")
    .filter((line) => names.some((name) => line.includes(`"${name}"`)) && !/closeButton\(|closes: true|back = say\(/.test(line)).map((line) => `${file}: ${line.trim()}`));
  assert.deepEqual(others, []);
});
