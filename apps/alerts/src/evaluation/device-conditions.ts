import { type AvisoDatos, type DatosDeAviso, isCentinela, type Metricas } from '@acequia/contracts';
import { power } from '../field/demand.js';
import { FRESH_MS } from '../field/values.js';
import type { Device } from '../field/things.js';
import { darkOf } from './board-conditions.js';
import { above, type Condition, type Conditions, type Finding, NO, type Question, UNKNOWN } from './condition.js';
import { switchName } from './names.js';

/** Nominal mains voltages: a phase is compared with the nearest. */
const NOMINAL = [120, 127, 220, 230, 240, 277];
/** Below this a phase counts as dead, whatever the rule says. V */
const LIVE_V = 80;
/** Settling time of a switch that has just changed, ms. */
const SETTLE_MS = 30_000;

type Ask<Datos extends AvisoDatos> = Condition<Device, Datos>['ask'];

/** A meter's current reading; null = none. */
const reading = (device: Device, now: number): Metricas | null =>
  device.online === true && device.metricas && now - device.ts <= FRESH_MS ? device.metricas : null;

const phasesOf = (device: Device, metricas: Metricas): { name: string; volts: number }[] =>
  [metricas.voltaje_a, metricas.voltaje_b, metricas.voltaje_c]
    .map((volts, i) => ({ name: 'ABC'[i] ?? '', volts: volts ?? null, seen: (device.fases & (1 << i)) !== 0 }))
    .filter((phase): phase is { name: string; volts: number; seen: boolean } => phase.seen && phase.volts !== null);

const nearest = (volts: number): number =>
  NOMINAL.reduce((best, one) => (Math.abs(one - volts) < Math.abs(best - volts) ? one : best));

const metered =
  <Datos extends AvisoDatos>(
    condition: (metricas: Metricas, device: Device, question: Question) => Finding<Datos>,
  ): Ask<Datos> =>
  (device, question) => {
    if (!isCentinela(device.tipo)) return UNKNOWN;
    const metricas = reading(device, question.now);
    return metricas ? condition(metricas, device, question) : UNKNOWN;
  };

const voltage = (up: boolean): Ask<DatosDeAviso['voltaje_alto']> =>
  metered((metricas, device, question) => {
    const phases = phasesOf(device, metricas).filter(({ volts }) => volts > LIVE_V);
    if (phases.length === 0) return UNKNOWN;
    const worst = phases
      .map((phase) => ({
        ...phase,
        off: ((phase.volts - nearest(phase.volts)) / nearest(phase.volts)) * (up ? 100 : -100),
      }))
      .sort((a, b) => b.off - a.off)[0];
    if (!worst || !above(worst.off, question)) return NO;
    const limit = { valor: worst.off, umbral: question.rule.umbral };
    return { holds: true, datos: { dispositivo: device.nombre, ...limit, fase: worst.name, voltaje: worst.volts } };
  });

export const DEVICE_CONDITIONS: Conditions<'dispositivo', Device> = {
  nube_rechaza: {
    begins: 'news',
    ask: (device) => {
      if (device.online === null) return UNKNOWN;
      if (device.motivo !== 'clave_invalida') return NO;
      return { holds: true, began: device.since, datos: { dispositivo: device.nombre, motivo: device.motivo } };
    },
  },

  nube_ausente: {
    begins: 'news',
    ask: (device, { field }) => {
      if (device.online === null) return UNKNOWN;
      const { motivo, sitio } = device;
      // Without power at its site it cannot answer: the blackout's alarm covers it.
      if (motivo === 'sin_conexion' && sitio !== null && darkOf(field).has(sitio)) return { holds: 'folded' };
      const away = motivo === 'nube_sin_respuesta' || motivo === 'nube_con_error' || motivo === 'sin_conexion';
      if (device.online || !away) return NO;
      return { holds: true, began: device.since, datos: { dispositivo: device.nombre, motivo } };
    },
  },

  fase_perdida: {
    begins: 'news',
    ask: metered((metricas, device, { rule, open }) => {
      const phases = phasesOf(device, metricas);
      if (phases.length < 2) return UNKNOWN;
      const limit = open ? rule.umbral + rule.histeresis : rule.umbral;
      const dead = phases.filter(({ volts }) => volts < limit);
      // No live phase is a power cut, not a lost phase.
      if (dead.length === 0 || dead.length === phases.length) return NO;
      return { holds: true, datos: { dispositivo: device.nombre, fases: dead.map(({ name }) => name) } };
    }),
  },

  desequilibrio: {
    begins: 'news',
    ask: metered((metricas, device, question) => {
      const phases = phasesOf(device, metricas).filter(({ volts }) => volts > LIVE_V);
      if (phases.length < 2) return UNKNOWN;
      const mean = phases.reduce((sum, { volts }) => sum + volts, 0) / phases.length;
      const off = Math.max(...phases.map(({ volts }) => (Math.abs(volts - mean) / mean) * 100));
      if (!above(off, question)) return NO;
      const fases = phases.map(({ name, volts }) => ({ fase: name, voltaje: volts }));
      return { holds: true, datos: { dispositivo: device.nombre, valor: off, umbral: question.rule.umbral, fases } };
    }),
  },

  voltaje_alto: { begins: 'news', ask: voltage(true) },

  voltaje_bajo: { begins: 'news', ask: voltage(false) },

  sobrecarga: {
    begins: 'news',
    ask: metered((metricas, device, question) => {
      const watts = power(metricas);
      if (watts === null) return UNKNOWN;
      if (!above(watts, question)) return NO;
      return { holds: true, datos: { dispositivo: device.nombre, valor: watts, umbral: question.rule.umbral } };
    }),
  },

  consumo_apagado: {
    begins: 'time',
    ask: metered((metricas, device, question) => {
      const watts = power(metricas);
      const { field, now } = question;
      const near = [...field.switches.values()].filter(
        (one) => device.sitio === null || field.boards.get(one.placa_id)?.sitio === device.sitio,
      );
      if (watts === null || near.some(({ on, activo }) => activo === 1 && on === null)) return UNKNOWN;
      const still = near.every(({ on, since }) => on !== true && now - since > SETTLE_MS);
      if (!still || !above(watts, question)) return NO;
      return { holds: true, datos: { dispositivo: device.nombre, valor: watts, umbral: question.rule.umbral } };
    }),
  },

  consumo_raro: {
    begins: 'time',
    ask: ({ id, nombre: dispositivo }, { field }) => {
      if (field.odd === undefined) return UNKNOWN;
      // Power says more than what a m³ takes.
      const [worst] = [...(field.odd.get(id) ?? [])].sort(
        (one, other) => one.que.localeCompare(other.que) || other.ts - one.ts,
      );
      if (!worst) return NO;
      const { que, valor, usual, desviacion, observaciones } = worst;
      const valvulas = worst.switches.flatMap((one) => field.switches.get(one)?.nombre ?? []);
      return { holds: true, datos: { dispositivo, que, valor, usual, desviacion, observaciones, valvulas } };
    },
  },

  contactor: {
    begins: 'time',
    ask: metered((metricas, device, question) => {
      const wired = device.vigila_switch_id === null ? undefined : question.field.switches.get(device.vigila_switch_id);
      const watts = power(metricas);
      // Only a reading taken after the switch settled proves anything.
      if (!wired || wired.on === null || watts === null || device.ts - wired.since < SETTLE_MS) return UNKNOWN;
      const runs = watts > question.rule.umbral;
      if (runs === wired.on) return NO;
      const about = { dispositivo: device.nombre, switch: switchName(wired) };
      return { holds: true, datos: { ...about, valor: watts, umbral: question.rule.umbral, encendido: wired.on } };
    }),
  },
};
