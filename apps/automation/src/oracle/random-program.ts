import type { Farm, ProgramaExpandible } from '../expansion/types.js';

/** Zones whose clocks change: north and south, at midnight, by half an hour, on the hour and at 45 minutes; and one that never does. */
export const ZONES: readonly { zona: string; latitud: number; longitud: number }[] = [
  { zona: 'America/Mexico_City', latitud: 20.7, longitud: -103.3 },
  { zona: 'America/Tijuana', latitud: 32.5, longitud: -117 },
  { zona: 'Europe/Madrid', latitud: 37.4, longitud: -5.9 },
  { zona: 'America/Santiago', latitud: -33.4, longitud: -70.6 },
  { zona: 'America/Havana', latitud: 23.1, longitud: -82.4 },
  { zona: 'America/Asuncion', latitud: -25.3, longitud: -57.6 },
  { zona: 'Australia/Lord_Howe', latitud: -31.5, longitud: 159.1 },
  { zona: 'Pacific/Chatham', latitud: -44, longitud: -176.5 },
  { zona: 'Africa/Cairo', latitud: 30, longitud: 31.2 },
  { zona: 'Atlantic/Azores', latitud: 37.7, longitud: -25.7 },
];

/** mulberry32: a small generator with the same sequence on every machine. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

type Dias = ProgramaExpandible['dias'];
const DAYS = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'] as const;
const two = (n: number): string => String(n).padStart(2, '0');

/** A random valid program with its company. */
export const randomProgram = (id: number, random: () => number, zones = ZONES) => {
  const below = (n: number): number => Math.floor(random() * n);
  const maybe = <T>(chance: number, make: () => T): T | undefined => (random() < chance ? make() : undefined);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const hora = (): string =>
    random() < 0.4 ? `0${below(4)}:${two(below(60))}` : `${two(below(24))}:${two(below(60))}`;
  const mesDia = (): string => `${two(1 + below(12))}-${two(1 + below(29))}`;

  const dias = (): Dias => {
    const kind = below(3);
    if (kind === 0) return DAYS.filter(() => random() < 0.5).concat(pick(DAYS));
    if (kind === 1) return { cada: 1 + below(9), desde: `2026-${mesDia().replace('02-29', '02-28')}` };
    return { paridad: pick(['par', 'impar'] as const) };
  };
  const inicio = (): ProgramaExpandible['inicios'][number] =>
    random() < 0.7 ? hora() : { sol: pick(['salida', 'puesta'] as const), minutos: below(361) - 180 };

  const stepList = 1 + below(4);
  let team = new Set<string>();
  const pasos = Array.from({ length: stepList }, (_, n): ProgramaExpandible['pasos'][number] => {
    const target = random() < 0.85 ? { switch_id: 1 + below(8) } : { dispositivo_id: 1 + below(3) };
    const name = JSON.stringify(target);
    const joins = n > 0 && random() < 0.4 && !team.has(name);
    team = joins ? team.add(name) : new Set([name]);
    return { ...target, duracion_s: 1 + below(random() < 0.1 ? 3_600 : 600), junto_con_anterior: joins ? 1 : 0 };
  });

  const programa: ProgramaExpandible = {
    id,
    dias: dias(),
    inicios: Array.from({ length: random() < 0.3 ? 2 : 1 }, inicio),
    pasos,
  };
  const porcentajes = maybe(0.3, () => Array.from({ length: 12 }, () => pick([0, 33, 50, 80, 100, 120])));
  const temporada = maybe(0.25, () => ({ desde: mesDia(), hasta: mesDia() }));
  const ventana = maybe(0.25, () => ({ desde: hora(), hasta: hora() }));
  const pausa_s = maybe(0.4, () => below(300));
  const remojo = maybe(0.3, () => ({ max_s: 60 + below(600), pausa_s: 1 + below(1_200) }));
  const limite = maybe(0.3, () => ({ ...maybe(0.6, () => ({ valvulas: 1 + below(3) })), caudal_m3h: 5 + below(20) }));
  if (porcentajes) programa.porcentajes = porcentajes;
  if (temporada) programa.temporada = temporada;
  if (ventana && ventana.desde !== ventana.hasta) programa.ventana = ventana;
  if (pausa_s !== undefined) programa.pausa_s = pausa_s;
  if (remojo) programa.remojo = remojo;
  if (limite) programa.limite = limite;

  const lead = below(2) * below(60);
  const lag = below(2) * below(60);
  const farm: Farm = {
    ...pick(zones),
    flows: new Map(Array.from({ length: 8 }, (_, n) => [n + 1, 1 + below(12)])),
    pumps:
      random() < 0.4
        ? [
            {
              switch_id: 9,
              valves: new Set([1, 2, 3, 4]),
              encendido_s: lead,
              apagado_s: lag,
              rest_s: below(2) * below(120),
              between: pick(['kept', 'stopped', 'through'] as const),
            },
          ]
        : [],
    exclusions: random() < 0.3 ? [new Set([1, 2]), new Set([2, 3, 5])] : [],
  };
  return { programa, farm };
};
