import { zodSentence } from '@acequia/contracts';
import { z } from 'zod';
import { ControlMessage } from './control.js';
import { parseJson, rejection, type Decoded, type Rejection } from './decoded.js';
import {
  AgendaMessage,
  CommandMessage,
  ConfigMessage,
  MAX_RUNS,
  ResultMessage,
  RunReport,
  RunsMessage,
  StatusMessage,
} from './messages.js';
import { UpdateMessage } from './update.js';

/** Payloads above this are refused: these messages are small. */
const MAX_BYTES = 16 * 1024;

/** A person reads these reasons under Rechazados. */
const SPANISH = { error: zodSentence };

const decoder =
  <T>(schema: z.ZodType<T>) =>
  (payload: Buffer): Decoded<T> => {
    const json = parseJson(payload, MAX_BYTES);
    if (!json.ok) return json;
    const parsed = schema.safeParse(json.value, SPANISH);
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, ...refusalOf(parsed.error) };
  };

/** `within`: where the value stands in its message. */
const refusalOf = ({ issues: [issue] }: z.ZodError, within: number[] = []): Rejection => {
  const field = [...within, ...(issue?.path ?? [])].join('.');
  const sentence = issue?.message ?? '';
  return rejection('forma_invalida', field === '' ? sentence : `${field}: ${sentence}`);
};

/** Judges each run for itself: one that cannot be read, as of newer firmware, hides none of the others. */
export const decodeRuns = (payload: Buffer): { runs: RunReport[]; rejected: Rejection[] } => {
  const list = decodeRunList(payload);
  if (!list.ok) return { runs: [], rejected: [list] };
  const runs: RunReport[] = [];
  const rejected: Rejection[] = [];
  list.value.forEach((value, index) => {
    const parsed = RunReport.safeParse(value, SPANISH);
    if (parsed.success) runs.push(parsed.data);
    else rejected.push(refusalOf(parsed.error, [index]));
  });
  return { runs, rejected };
};

/** Board → gateway. The decoders never throw. */
export const decodeStatus = decoder(StatusMessage);
export const decodeResult = decoder(ResultMessage);
const decodeRunList = decoder(z.array(z.unknown()).min(1).max(MAX_RUNS));
/** Gateway → board, as a board (or its simulator) decodes them. The decoders never throw. */
export const decodeCommand = decoder(CommandMessage);
export const decodeConfig = decoder(ConfigMessage);
export const decodeAgenda = decoder(AgendaMessage);
export const decodeControl = decoder(ControlMessage);
export const decodeUpdate = decoder(UpdateMessage);

const encoder =
  <T>(schema: z.ZodType<T>) =>
  (message: T): string =>
    JSON.stringify(schema.parse(message));

/** JSON of a message. @throws ZodError when the value does not fit the schema: a programming error. */
export const encodeCommand = encoder(CommandMessage);
export const encodeConfig = encoder(ConfigMessage);
export const encodeAgenda = encoder(AgendaMessage);
/** An agenda with as many of its runs, from the first, as one message holds: the rest follows when those have ended. */
export const encodeAgendaThatFits = (agenda: AgendaMessage): string => {
  const text = encodeAgenda(agenda);
  return text.length <= MAX_BYTES ? text : encodeAgendaThatFits({ ...agenda, runs: agenda.runs.slice(0, -1) });
};
export const encodeControl = encoder(ControlMessage);
export const encodeUpdate = encoder(UpdateMessage);
export const encodeRuns = encoder(RunsMessage);
export const encodeStatus = encoder(StatusMessage);
export const encodeResult = encoder(ResultMessage);

/** What the broker publishes for a board that vanished. */
export const LAST_WILL = encodeStatus({ online: false });
