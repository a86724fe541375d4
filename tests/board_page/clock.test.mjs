import assert from "node:assert/strict";
import test from "node:test";
import { advance, alertsAhead, durationText, FIELDS, isUrgent, settingsText, SYSTEMS, timeText } from "../../assets/board/clock-math.js";

const side = (values) => ({ left: 0, periods: null, stones: null, delay: 0, overtime: false, flag: false, used: 0, ...values });
const BYO_YOMI = { kind: "byo-yomi", main: 600, time: 30, periods: 3 };
const CANADIAN = { kind: "canadian", main: 600, time: 300, stones: 10 };

test("times round up and have tenths only near the end", () => {
  assert.deepEqual([0, 0.01, 59.2, 60, 3599.5, 3661].map((time) => timeText(time)), ["0:00", "0:01", "1:00", "1:00", "1:00:00", "1:01:01"]);
  assert.deepEqual([9.91, 9.9, 0.04, 0].map((time) => timeText(time, true)), ["10.0", "9.9", "0.1", "0.0"]);
  assert.equal(timeText(30, true), "0:30");
  assert.equal(timeText(-3), "0:00");
});

test("main time runs into periods, and periods run out one by one", () => {
  const main = side({ left: 10, periods: 3 });
  assert.deepEqual(advance(main, BYO_YOMI, 4), { ...main, left: 6 });
  assert.deepEqual(advance(main, BYO_YOMI, 15), { ...main, left: 25, overtime: true });
  assert.deepEqual(advance(main, BYO_YOMI, 75), { ...main, left: 25, overtime: true, periods: 1 });
  assert.equal(advance(main, BYO_YOMI, 100).flag, true);
});

test("every system runs out, if it can, and never shows less than nothing", () => {
  for (const kind of SYSTEMS) {
    const settings = { kind, main: 5, time: 5, periods: 2, stones: 3, increment: 2 };
    const end = advance(side({ left: 5, periods: 2, stones: 3, delay: 2 }), settings, 1000);
    assert.equal(end.flag, !["none", "up"].includes(kind), kind);
    assert.ok(end.left >= 0, kind);
  }
});

test("a delay passes before the time", () => {
  const next = advance(side({ left: 60, delay: 5 }), { kind: "delay", main: 60, increment: 5 }, 7);
  assert.equal(next.left, 58);
  assert.equal(next.delay, 0);
});

test("counting up shows the time used in the game, of both players", () => {
  const used = side({ used: 83.5 });
  assert.equal(timeText(advance(used, { kind: "up" }, 1).left), "1:25", "the player to move");
  assert.equal(timeText(advance(used, { kind: "up" }, 0).left), "1:24", "the opponent");
});

test("alerts: the last ten seconds, and no ticks in main time that overtime follows", () => {
  const absolute = alertsAhead(side({ left: 12.5 }), { kind: "absolute", main: 600 });
  assert.deepEqual(absolute.map(({ at }) => at), [2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5]);
  const main = alertsAhead(side({ left: 8, periods: 3 }), BYO_YOMI);
  assert.deepEqual(main[0], { at: 8, kind: "overtime" });
  assert.equal(main[1].at, 28);
  const period = alertsAhead(side({ left: 5, periods: 2, overtime: true }), BYO_YOMI);
  assert.deepEqual(period.map(({ kind }) => kind), ["tick", "tick", "tick", "tick", "period"]);
  assert.deepEqual(alertsAhead(side({ left: 5, overtime: true, stones: 2 }), CANADIAN).filter(({ kind }) => kind !== "tick"), []);
  assert.deepEqual(alertsAhead(side({ left: 5 }), { kind: "up" }), []);
  assert.deepEqual(alertsAhead(side({ flag: true }), BYO_YOMI), []);
});

test("time is urgent only where it is the last", () => {
  assert.equal(isUrgent(side({ left: 5 }), BYO_YOMI), false);
  assert.equal(isUrgent(side({ left: 5, overtime: true }), BYO_YOMI), true);
  assert.equal(isUrgent(side({ left: 5 }), { kind: "fischer", main: 60, increment: 5 }), true);
});

test("settings are told with their numbers", () => {
  assert.equal(settingsText(BYO_YOMI), "10 min + 3 × 30 s");
  assert.equal(settingsText(CANADIAN), "10 min + 5 min / 10");
  assert.equal(settingsText({ kind: "fischer", main: 90, increment: 10, cap: 120 }), "1 min 30 s + 10 s ≤ 2 min");
  assert.equal(durationText(0), "0 s");
  assert.deepEqual(Object.keys(FIELDS).sort(), [...SYSTEMS].sort());
});
