import { SEVERITIES, type AguaHoy, type Aviso, type Empresa, type Placa, type Pulso } from '@acequia/contracts';
import { spanish } from '../../../lib/spanish-order.js';
import { expiryText } from '../../../entities/empresa/expiry-text.js';

export interface Tile {
  id: number;
  nombre: string;
  /** Boards that are online with a correct clock; null = unknown. */
  healthy: number | null;
  boards: number;
  /** Open alarms; null = unknown. */
  open: number | null;
  /** Open valves, and readings of each of the last 24 hours; null = unknown. */
  pulse: Omit<Pulso, 'empresa_id'> | null;
  /** Today's water of its programs; null = unknown, or none of it is known. */
  water: Pick<AguaHoy, 'm3' | 'm3_previstos'> | null;
  /** Rank of the worst open alarm; a lower rank is worse. */
  worst: number;
  /** "vence en 3 días"; null = no near expiry. */
  expiry: string | null;
}

interface From {
  empresas: readonly Empresa[];
  placas: readonly Placa[] | undefined;
  avisos: readonly Aviso[] | undefined;
  pulses: readonly Pulso[] | undefined;
  water: readonly AguaHoy[] | undefined;
  today: string;
}

/** The companies, worst alarms first. */
export function tilesOf({ empresas, placas, avisos, pulses, water, today }: From): Tile[] {
  const pulseOf = new Map(pulses?.map((one) => [one.empresa_id, one]));
  const waterOf = new Map(water?.map((one) => [one.empresa_id, one]));
  const tiles = new Map<number, Tile>();
  for (const one of empresas) {
    const { id, nombre } = one;
    tiles.set(id, {
      id,
      nombre,
      healthy: placas ? 0 : null,
      boards: 0,
      open: avisos ? 0 : null,
      worst: SEVERITIES.length,
      expiry: expiryText(one, today),
      // A company without boards has no pulse: nothing is open there.
      pulse: pulses ? (pulseOf.get(id) ?? { abiertas: 0, lecturas: [] }) : null,
      water: waterOf.get(id) ?? null,
    });
  }
  for (const { empresa_id, online, reloj_adelantado, reloj_fuera = 0, revocada } of placas ?? []) {
    const tile = tiles.get(empresa_id);
    if (!tile || revocada === 1) continue;
    tile.boards += 1;
    if (online === 1 && reloj_adelantado === 0 && reloj_fuera === 0) tile.healthy = (tile.healthy ?? 0) + 1;
  }
  for (const { empresa_id, severidad } of avisos ?? []) {
    const tile = tiles.get(empresa_id);
    if (!tile) continue;
    tile.open = (tile.open ?? 0) + 1;
    tile.worst = Math.min(tile.worst, SEVERITIES.indexOf(severidad));
  }
  return [...tiles.values()].sort(
    (a, b) => a.worst - b.worst || (b.open ?? 0) - (a.open ?? 0) || spanish.compare(a.nombre, b.nombre),
  );
}
