import { Bus } from '@acequia/bus';
import { AppError, duration, type Persona, sistema, type TurnoRecovery } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { moment } from '../deliveries/message.js';
import { texts } from './textos.js';

/** What a person was shown may be accepted for so long, ms. */
const SHOWN_MS = 600_000;
/** By then nobody has read it, ms: a finger taps twice, and a client repeats a press that waits for its answer. */
const READ_MS = 1_500;
/** Turns of one alarm that are made up for together; the others are in the console. */
const MOST = 12;

/** The answer to a press. */
export interface Reply {
  text: string;
  /** Called once the person has it. */
  told?: (now?: number) => void;
}

interface Asked {
  empresa_id: number;
  zona: string;
  aviso_id: number;
  /** The cause that its alarm is about. */
  clave: string;
}

/** «Recuperar» of a failed turn's message: the first press shows what would be watered and when, the second accepts it. */
@Injectable()
export class Recovery {
  /** When, by person and alarm. Another instance, or this one after a restart, shows it once more. */
  private readonly shown = new Map<string, number>();

  constructor(private readonly bus: Bus) {}

  /** Returns the answer for the person. @throws AppError when nothing of it can be made up for by them */
  async press(persona: Persona, asked: Asked, press_id: string, now = Date.now()): Promise<Reply> {
    const { fallidos } = await this.bus.call('turnos.fallidos', {}, sistema('alerts'));
    const failed = fallidos.find(({ empresa_id, clave }) => empresa_id === asked.empresa_id && clave === asked.clave);
    const turno_ids = failed?.turno_ids.slice(0, MOST) ?? [];
    if (turno_ids.length === 0) return { text: texts.alarmOver };
    const key = `${persona.usuario_id} ${asked.aviso_id}`;
    for (const [one, at] of this.shown) if (at + SHOWN_MS < now) this.shown.delete(one);
    if ((this.shown.get(key) ?? Infinity) + READ_MS < now) {
      this.shown.delete(key);
      const planned = await each(turno_ids, (turno_id, n) =>
        this.bus.call('turnos.recuperar', { turno_id, clave: `${press_id}-${n}` }, persona),
      );
      return { text: texts.recovers(planned.length, first(planned, asked.zona)) };
    }
    const plans = await each(turno_ids, (turno_id) => this.bus.call('turnos.por_recuperar', { turno_id }, persona));
    const lasts = duration(plans.reduce((sum, { falta_s }) => sum + falta_s, 0) / 60);
    const turns = plans.flatMap(({ turnos }: TurnoRecovery) => turnos);
    const text = texts.wouldRecover(plans.length, lasts, first(turns, asked.zona));
    return { text, told: (at = Date.now()) => void this.shown.set(key, at) };
  }
}

/** What was not refused, one after another, because each takes its place. @throws AppError the first refusal, when all were */
const each = async <T>(ids: readonly string[], ask: (id: string, n: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  let refused: AppError | undefined;
  for (const [n, id] of ids.entries())
    try {
      answers.push(await ask(id, n));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused ??= error;
    }
  if (answers.length === 0 && refused) throw refused;
  return answers;
};

const first = (turns: readonly { inicio: number }[], zona: string): string =>
  moment(Math.min(...turns.map(({ inicio }) => inicio)), zona);
