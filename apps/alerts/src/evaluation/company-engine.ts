import type { TipoAviso, TipoAvisoOf } from '@acequia/contracts';
import { objectOf, type AlarmTarget } from '../subject.js';
import { type Field, sensorKey } from '../field/field.js';
import type { Board, Device, Wired } from '../field/things.js';
import type { Alarm, Silence, Step, Stored, Watch } from './alarm.js';
import { BOARD_CONDITIONS, darkOf, SITE_CONDITIONS } from './board-conditions.js';
import { COMPANY_CONDITIONS, type CompanyCheck } from './company-conditions.js';
import { type Finding, NO } from './condition.js';
import { DEVICE_CONDITIONS } from './device-conditions.js';
import { advance, dueAt, QUIET, type Times } from './machine.js';
import { looksAt, Rules } from './rules.js';
import { SWITCH_CONDITIONS } from './switch-conditions.js';

/** A reopened alarm is sent again only if it stays this long, ms. */
const TELL_AGAIN_MS = 15 * 60_000;
/** A board's usual outage delays its alarm at most this long, ms. */
const HABIT_MAX_MS = 30 * 60_000;

const NOTHING: AlarmTarget = { placa_id: null, switch_id: null, dispositivo_id: null, sitio: null };

/** Evaluates one company's field: alarm changes, and when to evaluate again. Without clock or storage. */
export class CompanyEngine {
  readonly alarms = new Map<string, Alarm>();
  private readonly byObject = new Map<string, Set<Alarm>>();
  /** The alarms that time alone may change: all but the quiet ones. */
  private readonly awake = new Set<Alarm>();
  /** The alarms that may do anything: of an active rule, or not quiet yet. */
  private readonly standing = new Set<Alarm>();
  private causes: Alarm[] = [];
  silences: readonly Silence[] = [];

  constructor(
    readonly field: Field,
    private rules: Rules,
  ) {
    this.arrange(rules);
  }

  /** Adapts the watches to the field; known alarms keep their state. Returns the alarms whose object is gone. */
  arrange(rules: Rules): Alarm[] {
    this.rules = rules;
    const { field } = this;
    field.arrange();
    const before = new Map(this.alarms);
    this.alarms.clear();
    this.byObject.clear();
    this.awake.clear();
    this.standing.clear();
    this.causes = [];
    const sites = new Set<string>();
    for (const board of field.boards.values()) {
      if (board.revocada === 1) continue;
      if (board.sitio !== null) sites.add(board.sitio);
      for (const tipo of keysOf(BOARD_CONDITIONS)) this.add(before, this.boardWatch(tipo, board));
    }
    for (const wired of field.switches.values()) {
      if (wired.activo === 0) continue;
      const sharing = field.sharing(wired);
      for (const tipo of keysOf(SWITCH_CONDITIONS)) this.add(before, this.switchWatch(tipo, wired, sharing));
    }
    for (const device of field.devices.values()) {
      if (device.activo === 0 || device.suspendido === 1) continue;
      for (const tipo of keysOf(DEVICE_CONDITIONS)) this.add(before, this.deviceWatch(tipo, device));
    }
    for (const sitio of sites)
      for (const tipo of keysOf(SITE_CONDITIONS)) this.add(before, this.siteWatch(tipo, sitio));
    for (const tipo of keysOf(COMPANY_CONDITIONS))
      for (const check of COMPANY_CONDITIONS[tipo](field)) this.add(before, this.companyWatch(tipo, check));
    return [...before.values()].filter(({ aviso_id }) => aviso_id !== null);
  }

  /** Evaluates these objects, or all. */
  evaluate(objects: readonly string[] | null, now: number): Step[] {
    const steps: Step[] = [];
    const asked = objects === null ? this.standing : this.alarmsOf(objects);
    const done = new Set<Alarm>();
    // Causes before the alarms that they hide.
    for (const cause of this.causes) {
      if (!asked.has(cause)) continue;
      for (const alarm of [cause, ...this.askCause(cause, now, steps)]) done.add(alarm);
    }
    for (const alarm of asked) if (!done.has(alarm)) this.ask(alarm, now, steps);
    return steps;
  }

  /** Returns the alarms that it hides or shows, asked too. */
  private askCause(cause: Alarm, now: number, steps: Step[]): Alarm[] {
    this.ask(cause, now, steps);
    const hidden = this.darken(cause);
    for (const alarm of hidden) this.ask(alarm, now, steps);
    return hidden;
  }

  private alarmsOf(objects: readonly string[]): Set<Alarm> {
    const alarms = new Set<Alarm>();
    for (const objeto of objects) for (const alarm of this.byObject.get(objeto) ?? []) alarms.add(alarm);
    return alarms;
  }

  /** Evaluates the alarms whose time has come. */
  tick(now: number): Step[] {
    const steps: Step[] = [];
    for (const alarm of [...this.awake]) {
      const { phase } = alarm.machine;
      const due = dueAt(alarm.machine, this.timesOf(alarm)) <= now;
      if (due || (phase === 'open' && !alarm.told && alarm.tellAt <= now)) this.ask(alarm, now, steps);
    }
    return steps;
  }

  /** Restores a stored alarm. false = its object is gone. */
  resume({ tipo, objeto, estado, contado, veces, texto, maquina, id }: Stored, now: number): boolean {
    const alarm = this.alarms.get(`${tipo}|${objeto}`);
    if (!alarm) return false;
    const open = estado !== 'resuelto';
    alarm.machine = maquina;
    alarm.aviso_id = open ? id : null;
    alarm.told = open && contado === 1;
    // How long a reopened alarm has stayed is not stored: its wait starts again.
    alarm.tellAt = veces > 1 ? now + TELL_AGAIN_MS : now;
    alarm.text = texto;
    this.watchOver(alarm);
    return true;
  }

  isSilenced({ watch }: Alarm, now: number): boolean {
    return this.silences.some(({ objeto, hasta }) => hasta > now && (objeto === '' || watch.objects.includes(objeto)));
  }

  private ask(alarm: Alarm, now: number, done: Step[]): void {
    const { rule } = alarm;
    if (!rule.active && alarm.machine.phase === 'quiet') return;
    const open = alarm.machine.phase === 'open' || alarm.machine.phase === 'clearing';
    const finding: Finding =
      rule.active && looksAt(rule, this.field.company.zona_horaria, now)
        ? alarm.watch.ask({ field: this.field, rule, now, open })
        : NO;
    const before = alarm.machine;
    const { machine, effect } = advance(before, finding.holds, this.timesOf(alarm), now, finding.began ?? now);
    alarm.machine = machine;
    alarm.severidad = rule.severidad;
    this.watchOver(alarm);
    if (machine.phase === 'quiet' && effect === null) return;
    const steps: Step[] = [];
    if (effect === 'open' || effect === 'reopen') {
      alarm.text = finding.text ?? '';
      alarm.told = false;
      alarm.tellAt = effect === 'reopen' ? now + TELL_AGAIN_MS : now;
    } else if (before.phase === 'clearing' && machine.phase === 'open' && !alarm.told && machine.times > 1) {
      // A flapping alarm has not stayed, so the wait starts again.
      alarm.tellAt = now + TELL_AGAIN_MS;
    } else if (open && machine.phase === 'open' && finding.text && finding.text !== alarm.text && isGrowing(alarm)) {
      alarm.text = finding.text;
      steps.push({ kind: 'text', alarm, at: now });
    }
    // A flapping alarm stays open long after its condition is gone: who sees it must know.
    if (!effect && machine.times > 1 && (before.phase === 'clearing') !== (machine.phase === 'clearing'))
      steps.push({ kind: 'calm', alarm, at: now });
    if (effect) steps.unshift({ kind: effect, alarm, before, at: now });
    if (machine.phase === 'open' && !alarm.told && alarm.tellAt <= now) {
      if (!this.isSilenced(alarm, now)) {
        alarm.told = true;
        steps.push({ kind: 'tell', alarm, at: now });
      } else if (effect) steps.push({ kind: 'silence', alarm, at: now });
    }
    done.push(...steps);
  }

  private watchOver(alarm: Alarm): void {
    if (alarm.machine.phase === 'quiet') return void this.awake.delete(alarm);
    this.awake.add(alarm);
    this.standing.add(alarm);
  }

  private timesOf(alarm: Alarm): Times {
    const { rule } = alarm;
    if (alarm.watch.tipo !== 'placa_sin_conexion' || rule.own) return rule.times;
    const habit = this.field.boards.get(alarm.watch.about.placa_id ?? 0)?.habito_ms ?? 0;
    return { ...rule.times, wait: Math.max(rule.times.wait, Math.min(2 * habit, HABIT_MAX_MS)) };
  }

  /** Marks the site as dark or not; returns the alarms that this hides or shows when that changed. */
  private darken({ watch, machine }: Alarm): Alarm[] {
    const sitio = watch.about.sitio ?? '';
    const dark = darkOf(this.field);
    const isDark = machine.phase !== 'quiet';
    if (dark.has(sitio) === isDark) return [];
    if (isDark) dark.add(sitio);
    else dark.delete(sitio);
    const of = (thing: { sitio: string | null }): boolean => thing.sitio === sitio;
    const boards = [...this.field.boards.values()].filter(of).map((one) => `placa_sin_conexion|placa:${one.placa_id}`);
    const devices = [...this.field.devices.values()].filter(of).map(({ id }) => `nube_ausente|dispositivo:${id}`);
    return [...boards, ...devices].flatMap((key) => this.alarms.get(key) ?? []);
  }

  private add(before: Map<string, Alarm>, watch: Watch | null): void {
    if (watch === null) return;
    const key = `${watch.tipo}|${watch.objeto}`;
    const known = before.get(key);
    before.delete(key);
    const rule = this.rules.of(watch.tipo, watch.objects);
    const alarm: Alarm = known
      ? Object.assign(known, { watch, rule })
      : { watch, rule, machine: QUIET, aviso_id: null, told: false, tellAt: 0, text: '', severidad: 'media' };
    this.alarms.set(key, alarm);
    if (watch.tipo === 'corte_de_luz') this.causes.push(alarm);
    if (rule.active) this.standing.add(alarm);
    this.watchOver(alarm);
    for (const objeto of watch.heeds) {
      const concerned = this.byObject.get(objeto);
      if (concerned) concerned.add(alarm);
      else this.byObject.set(objeto, new Set([alarm]));
    }
  }

  private boardWatch(tipo: TipoAvisoOf<'placa'>, board: Board): Watch {
    const { placa_id, sitio } = board;
    const ask = BOARD_CONDITIONS[tipo];
    return {
      ...{ tipo, objeto: `placa:${placa_id}`, about: { ...NOTHING, placa_id, sitio }, heeds: [`placa:${placa_id}`] },
      objects: placesOf(`placa:${placa_id}`, sitio),
      switches: () => this.field.switchesOf(placa_id).map(({ id }) => id),
      ask: (question) => ask(board, question),
    };
  }

  /** A sensor shared by several switches has one watch: null for all switches but the first. */
  private switchWatch(tipo: TipoAvisoOf<'switch'>, wired: Wired, sharingSensor: readonly number[]): Watch | null {
    const { id, placa_id, sensor_pin } = wired;
    const ofSensor = SENSOR_KINDS.has(tipo);
    if (ofSensor && (sensor_pin === null || Math.min(...sharingSensor) !== id)) return null;
    const sharing = ofSensor ? [...sharingSensor] : [id];
    const sitio = this.field.boards.get(placa_id)?.sitio ?? null;
    const ask = SWITCH_CONDITIONS[tipo];
    const heeds = [ofSensor && sensor_pin !== null ? sensorKey(placa_id, sensor_pin) : `switch:${id}`];
    return {
      ...{ tipo, objeto: `switch:${id}`, about: { ...NOTHING, switch_id: id, placa_id, sitio } },
      ...{ heeds, objects: [...sharing.map((one) => `switch:${one}`), ...placesOf(`placa:${placa_id}`, sitio)] },
      switches: () => sharing,
      ask: (question) => ask(wired, question),
    };
  }

  private deviceWatch(tipo: TipoAvisoOf<'dispositivo'>, device: Device): Watch {
    const { id, sitio } = device;
    const ask = DEVICE_CONDITIONS[tipo];
    return {
      ...{ tipo, objeto: `dispositivo:${id}`, about: { ...NOTHING, dispositivo_id: id, sitio } },
      heeds: [`dispositivo:${id}`],
      objects: placesOf(`dispositivo:${id}`, sitio),
      switches: () => (device.vigila_switch_id === null ? [] : [device.vigila_switch_id]),
      ask: (question) => ask(device, question),
    };
  }

  private siteWatch(tipo: TipoAvisoOf<'sitio'>, sitio: string): Watch {
    const objeto = objectOf({ sitio });
    const inSite = (wired: Wired): boolean => this.field.boards.get(wired.placa_id)?.sitio === sitio;
    return {
      ...{ tipo, objeto, about: { ...NOTHING, sitio }, objects: [objeto], heeds: [objeto] },
      switches: () => [...this.field.switches.values()].filter(inSite).map(({ id }) => id),
      ask: (question) => SITE_CONDITIONS[tipo](sitio, question),
    };
  }

  private companyWatch(tipo: TipoAvisoOf<'empresa'>, { objeto, dispositivo_id, ask }: CompanyCheck): Watch {
    const objects = dispositivo_id === null ? [] : [`dispositivo:${dispositivo_id}`];
    return { tipo, objeto, about: { ...NOTHING, dispositivo_id }, objects, heeds: [], switches: () => [], ask };
  }
}

const SENSOR_KINDS: ReadonlySet<TipoAviso> = new Set([
  ...(['sensor_callado', 'sensor_pegado', 'sensor_fuera_de_rango', 'temperatura_alta', 'temperatura_baja'] as const),
  ...(['humedad_alta', 'humedad_baja', 'riesgo_helada', 'riesgo_calor'] as const),
]);
const keysOf = <Tipo extends TipoAviso>(conditions: Record<Tipo, unknown>): Tipo[] => Object.keys(conditions) as Tipo[];
const placesOf = (own: string, sitio: string | null): string[] => (sitio === null ? [own] : [own, `sitio:${sitio}`]);
/** Only this type updates its text while open; the others keep their first text. */
const isGrowing = ({ watch }: Alarm): boolean => watch.tipo === 'corte_de_luz';
