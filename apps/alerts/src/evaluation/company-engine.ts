import { isDeepStrictEqual } from 'node:util';
import type { AvisoDatos, TipoAviso, TurnosFallidos } from '@acequia/contracts';
import type { Field } from '../field/field.js';
import type { Silence } from '../field/settings.js';
import type { Alarm, Step, Stored, Watch } from './alarm.js';
import { BOARD_CONDITIONS, darkOf, SITE_CONDITIONS } from './board-conditions.js';
import { COMPANY_CONDITIONS } from './company-conditions.js';
import { type Finding, NO } from './condition.js';
import { DEVICE_CONDITIONS } from './device-conditions.js';
import { advance, calmOf, dueAt, QUIET, type Times } from '../avisos/machine.js';
import { firstEpisode, mayBeTold, nextEpisode, tellNow, UNTOLD } from '../avisos/telling.js';
import { looksAt, Rules } from './rules.js';
import { PUNTO_CONDITIONS } from './punto-conditions.js';
import { SWITCH_CONDITIONS } from './switch-conditions.js';
import { noteFailed } from './turn-conditions.js';
import { boardWatch, companyWatch, deviceWatch, puntoWatch, siteWatch, switchWatch } from './watches.js';

/** A board's usual outage delays its alarm at most this long, ms. */
const HABIT_MAX_MS = 30 * 60_000;
/** A shorter calm is over before anybody has read of it, ms. */
const SEEN_MS = 30_000;

/** Evaluates one company's field: alarm changes, and when to evaluate again. Without clock or storage. */
export class CompanyEngine {
  readonly alarms = new Map<string, Alarm>();
  private readonly byObject = new Map<string, Set<Alarm>>();
  /** The alarms that time alone may change: all but the quiet ones. */
  private readonly awake = new Set<Alarm>();
  /** The alarms that may do anything: of an active rule, or not quiet yet. */
  private readonly standing = new Set<Alarm>();
  /** Those of them that time alone may open: news cause the others. */
  private readonly timed = new Set<Alarm>();
  /** Whether something changed without news: the rules, or the field when its last-known state was read. */
  private stale = true;
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
    this.timed.clear();
    this.stale = true;
    this.causes = [];
    const sites = new Set<string>();
    for (const board of field.boards.values()) {
      if (board.revocada === 1) continue;
      if (board.sitio !== null) sites.add(board.sitio);
      for (const tipo of keysOf(BOARD_CONDITIONS)) this.add(before, boardWatch(field, tipo, board));
    }
    for (const wired of field.switches.values()) {
      if (wired.activo === 0) continue;
      const sharing = field.sharing(wired);
      for (const tipo of keysOf(SWITCH_CONDITIONS)) this.add(before, switchWatch(field, tipo, wired, sharing));
    }
    for (const punto of field.puntos.values()) {
      if (punto.activo === 0) continue;
      for (const tipo of keysOf(PUNTO_CONDITIONS)) this.add(before, puntoWatch(tipo, punto));
    }
    for (const device of field.devices.values()) {
      if (device.activo === 0 || device.suspendido === 1) continue;
      for (const tipo of keysOf(DEVICE_CONDITIONS)) this.add(before, deviceWatch(tipo, device));
    }
    for (const sitio of sites)
      for (const tipo of keysOf(SITE_CONDITIONS)) this.add(before, siteWatch(field, tipo, sitio));
    for (const tipo of keysOf(COMPANY_CONDITIONS))
      for (const check of COMPANY_CONDITIONS[tipo](field)) this.add(before, companyWatch(tipo, check));
    return [...before.values()].filter(({ aviso_id }) => aviso_id !== null);
  }

  /** Takes what automation says of failed turns. A cause that is over is forgotten with its alarm: its next failure is news. */
  failed(failed: readonly TurnosFallidos[]): void {
    const { field } = this;
    const isNew = noteFailed(field, failed);
    const over = [...field.failed].filter(
      ([clave, one]) => one === null && this.alarms.get(`turno_fallido|${clave}`)?.machine.phase === 'quiet',
    );
    for (const [clave] of over) field.failed.delete(clave);
    if (isNew || over.length > 0) this.arrange(this.rules);
  }

  /** Call after the last-known state was read into the field. */
  recalled(): void {
    this.stale = true;
  }

  /** Evaluates what concerns these objects. */
  evaluate(objects: readonly string[], now: number): Step[] {
    return this.askAll(this.alarmsOf(objects), now);
  }

  /** Evaluates what time alone may have changed; everything after a change without news. */
  pass(now: number): Step[] {
    const asked = this.stale ? this.standing : new Set([...this.timed, ...this.awake]);
    this.stale = false;
    return this.askAll(asked, now);
  }

  private askAll(asked: ReadonlySet<Alarm>, now: number): Step[] {
    const steps: Step[] = [];
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
    const due = new Set<Alarm>();
    for (const alarm of this.awake) {
      if (mayBeTold(alarm.telling, alarm.machine, now) || dueAt(alarm.machine, this.timesOf(alarm)) <= now)
        due.add(alarm);
    }
    return due.size === 0 ? [] : this.askAll(due, now);
  }

  /** Restores a stored alarm. false = its object is gone. */
  resume({ tipo, objeto, estado, contado, contado_ts, contar_desde, datos, maquina, id }: Stored): boolean {
    if (tipo === 'turno_fallido' && estado !== 'resuelto' && !this.field.failed.has(objeto)) {
      this.field.failed.set(objeto, undefined);
      this.arrange(this.rules);
    }
    const alarm = this.alarms.get(`${tipo}|${objeto}`);
    if (!alarm) return false;
    const open = estado !== 'resuelto';
    alarm.machine = maquina;
    alarm.aviso_id = open ? id : null;
    // A row from before has no time: its alarm was told when it began.
    const toldAt = Number(contado_ts) || (contado === 1 ? maquina.since || maquina.closedAt : 0);
    alarm.telling = { told: open && contado === 1, toldAt, from: Number(contar_desde) };
    alarm.datos = datos;
    this.watchOver(alarm);
    return true;
  }

  isSilenced({ watch }: Alarm, now: number): boolean {
    return this.silences.some(
      ({ objeto, desde, hasta }) => desde <= now && hasta > now && (objeto === '' || watch.objects.includes(objeto)),
    );
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
    if (before.phase === 'quiet' && finding.holds !== true) return;
    const { machine, effect } = advance(before, finding.holds, this.timesOf(alarm), now, finding.began ?? now);
    alarm.machine = machine;
    alarm.severidad = rule.severidad;
    this.watchOver(alarm);
    if (machine.phase === 'quiet' && effect === null) return;
    const steps: Step[] = [];
    if (effect === 'open' || effect === 'reopen') {
      alarm.datos = finding.datos ?? null;
      alarm.telling = effect === 'reopen' ? nextEpisode(alarm.telling, now) : firstEpisode(now);
    } else if (before.phase === 'clearing' && machine.phase === 'open' && !alarm.telling.told) {
      // A flapping alarm has not stayed, so the wait starts again.
      alarm.telling = nextEpisode(alarm.telling, now);
    } else if (open && machine.phase === 'open' && finding.datos && hasGrown(alarm, finding.datos)) {
      alarm.datos = finding.datos;
      steps.push({ kind: 'text', alarm, at: now });
    }
    // An alarm stays open for a while after its condition is gone: who sees it must know.
    const turned = (before.phase === 'clearing') !== (machine.phase === 'clearing');
    if (!effect && turned && calmOf(machine, this.timesOf(alarm)) >= SEEN_MS)
      steps.push({ kind: 'calm', alarm, at: now });
    if (effect) steps.unshift({ kind: effect, alarm, before, at: now });
    if (mayBeTold(alarm.telling, machine, now) && !this.isSilenced(alarm, now)) {
      alarm.telling = tellNow(alarm.telling, now);
      steps.push({ kind: 'tell', alarm, at: now });
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
      : { watch, rule, machine: QUIET, telling: UNTOLD, aviso_id: null, datos: null, severidad: 'media' };
    this.alarms.set(key, alarm);
    if (watch.tipo === 'corte_de_luz') this.causes.push(alarm);
    if (rule.active) {
      this.standing.add(alarm);
      if (watch.timed || rule.hora_desde !== null) this.timed.add(alarm);
    }
    this.watchOver(alarm);
    for (const objeto of watch.heeds) {
      const concerned = this.byObject.get(objeto);
      if (concerned) concerned.add(alarm);
      else this.byObject.set(objeto, new Set([alarm]));
    }
  }
}

const keysOf = <Tipo extends TipoAviso>(conditions: Record<Tipo, unknown>): Tipo[] => Object.keys(conditions) as Tipo[];
/** What these say grows while they are open: the boards that are out, the days that are left, the programs, the turns, the channels. The others say what they said first. */
const GROWING: ReadonlySet<TipoAviso> = new Set([
  'corte_de_luz',
  'vencimiento',
  'plan_imposible',
  'turno_fallido',
  'canal_fallido',
]);
const hasGrown = ({ watch, datos }: Alarm, found: AvisoDatos): boolean =>
  GROWING.has(watch.tipo) && !isDeepStrictEqual(datos, found);
