import type { Telegram } from '@acequia/simulators';

/** A period during which a part was killed or a line was cut; ms since 1970. */
export interface Strike {
  what: string;
  from: number;
  to: number;
}

type Sent = ReturnType<Telegram['bot']>['messages'][number];

/** What the messages of one chat say, read from their texts alone, as a person reads them. */
export interface Told {
  /** Alarms that messages report as begun and as over, each with the numbers of those messages. */
  begun: Map<string, Set<number>>;
  over: Map<string, Set<number>>;
  /** Alarms that messages count without naming them. */
  others: number;
  /** Numbers of messages that were sent more than once. */
  doubled: number[];
}

const NUMBER = /Mensaje n\.º (\d+)/;
const ALARM = /^(✅|\S+) Temperatura alta\n(.+?): temperatura/gm;
const OTHERS = /^… y (\d+) más, en la consola\.$/m;

/** @throws Error when a copy differs from the first message, or was sent although no fault happened in between */
export const toldOf = (messages: readonly Sent[], strikes: readonly Strike[]): Told => {
  const told: Told = { begun: new Map(), over: new Map(), others: 0, doubled: [] };
  const copies = new Map<number, Sent[]>();
  for (const message of messages) {
    const numero = Number(NUMBER.exec(message.text)?.[1]);
    copies.set(numero, [...(copies.get(numero) ?? []), message]);
  }
  for (const [numero, all] of copies) {
    const [first] = all;
    if (!first) continue;
    all.slice(1).forEach((copy, i) => justify(numero, all[i] ?? first, copy, strikes));
    if (all.length > 1) told.doubled.push(numero);
    for (const [, mark, name = ''] of first.text.matchAll(ALARM)) {
      const named = mark === '✅' ? told.over : told.begun;
      named.set(name, (named.get(name) ?? new Set()).add(numero));
    }
    told.others += Number(OTHERS.exec(first.text)?.[1] ?? 0);
  }
  return told;
};

const justify = (numero: number, before: Sent, copy: Sent, strikes: readonly Strike[]): void => {
  if (copy.text !== before.text) throw new Error(`message ${numero} came again with another text`);
  if (!strikes.some(({ from, to }) => to >= before.at && from <= copy.at))
    throw new Error(`message ${numero} came twice, and nothing struck in between`);
};
