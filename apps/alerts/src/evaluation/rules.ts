import { type Severidad, AVISO_TYPES, type TipoAviso, typeOfAviso } from '@acequia/contracts';
import type { FilaRegla } from '../field/settings.js';
import { isWithin } from '../clock/hours.js';
import type { Times } from '../avisos/machine.js';
import { calmFor } from '../avisos/machine.js';

export interface Rule {
  tipo: TipoAviso;
  active: boolean;
  severidad: Severidad;
  times: Times;
  umbral: number;
  histeresis: number;
  hora_desde: string | null;
  hora_hasta: string | null;
  /** A person saved the rule. */
  own: boolean;
}

const fromFactory = (tipo: TipoAviso): Rule => {
  const { activa, severidad, espera_s, umbral = 0, histeresis = 0 } = typeOfAviso(tipo);
  const times = { wait: espera_s * 1_000, calm: calmFor(espera_s * 1_000) };
  return {
    tipo,
    active: activa === 1,
    severidad,
    times,
    umbral,
    histeresis,
    hora_desde: null,
    hora_hasta: null,
    own: false,
  };
};
const FACTORY = new Map(AVISO_TYPES.map((tipo) => [tipo, fromFactory(tipo)]));

/** The rules of a company. */
export class Rules {
  private readonly written = new Map<TipoAviso, Map<string, Rule>>();

  constructor(rows: readonly FilaRegla[]) {
    for (const fila of rows) {
      const times = { wait: fila.espera_s * 1_000, calm: calmFor(fila.espera_s * 1_000) };
      let ofType = this.written.get(fila.tipo);
      if (!ofType) this.written.set(fila.tipo, (ofType = new Map()));
      ofType.set(fila.objeto, {
        tipo: fila.tipo,
        active: fila.activa === 1,
        severidad: fila.severidad,
        times,
        umbral: fila.umbral ?? 0,
        histeresis: fila.histeresis ?? 0,
        hora_desde: fila.hora_desde,
        hora_hasta: fila.hora_hasta,
        own: true,
      });
    }
  }

  /** The nearest rule: `objects` from the object itself to what contains it, then the company's, then the default. */
  of(tipo: TipoAviso, objects: readonly string[]): Rule {
    const ofType = this.written.get(tipo);
    for (const objeto of ofType ? [...objects, ''] : []) {
      const rule = ofType?.get(objeto);
      if (rule) return rule;
    }
    return FACTORY.get(tipo) ?? fromFactory(tipo);
  }
}

/** Whether a rule applies at this hour; a span may cross midnight. */
export const looksAt = (rule: Rule, zone: string, now: number): boolean => isWithin(rule, zone, now);
