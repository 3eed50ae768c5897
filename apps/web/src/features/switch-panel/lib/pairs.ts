import type { SwitchEnVivo } from '@acequia/contracts';

/** A row of the panel: one switch, or two that belong together. */
export interface SwitchPair {
  key: string;
  label: string;
  sw1: SwitchEnVivo;
  sw2: SwitchEnVivo | null;
}

/** The switch whose sensor the pair shows: the first, or the second when only that one has a sensor. */
export const sensorOf = ({ sw1, sw2 }: Pick<SwitchPair, 'sw1' | 'sw2'>): SwitchEnVivo =>
  sw1.tiene_sensor === 0 && sw2?.tiene_sensor === 1 ? sw2 : sw1;

const byName = (a: SwitchEnVivo, b: SwitchEnVivo): number => a.nombre.localeCompare(b.nombre, 'es') || a.id - b.id;

function grouped<K>(switches: readonly SwitchEnVivo[], keyOf: (one: SwitchEnVivo) => K): Map<K, SwitchEnVivo[]> {
  const groups = new Map<K, SwitchEnVivo[]>();
  for (const one of switches) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/**
 * Splits a group of more than two by board and site, so that every switch is shown and partners stay together. A site that still has more
 * than two (individual switches saved with the same number) is split into groups of two.
 */
function split(group: readonly SwitchEnVivo[]): SwitchEnVivo[][] {
  if (group.length <= 2) return [[...group].sort(byName)];
  const sites = [...grouped(group, (one) => `${one.dispositivo_id}|${one.switch_site_id}`).values()];
  return sites
    .map((site) => [...site].sort(byName))
    .sort(([a], [b]) => a!.dispositivo_id - b!.dispositivo_id || a!.switch_site_id - b!.switch_site_id)
    .flatMap((site) => Array.from({ length: Math.ceil(site.length / 2) }, (_, i) => site.slice(2 * i, 2 * i + 2)));
}

/**
 * Groups active switches by zona and par_numero, sorted by label. The first group of a zona keeps the key `zona|par_numero`, which browsers
 * have stored; further rows get `zona|par_numero|2`, `|3`, …
 */
export function pairsOf(switches: readonly SwitchEnVivo[]): SwitchPair[] {
  const groups = grouped(
    switches.filter((one) => Boolean(one.activo)),
    (one) => `${one.zona}|${one.par_numero ?? 1}`,
  );
  const rows = [...groups].flatMap(([key, group]) =>
    split(group).map(([sw1, sw2], index): SwitchPair => ({
      key: index === 0 ? key : `${key}|${index + 1}`,
      label: `${sw1!.zona} - ${sw1!.nombre}${sw2 ? ` / ${sw2.nombre}` : ''}`,
      sw1: sw1!,
      sw2: sw2 ?? null,
    })),
  );
  return rows.sort((a, b) => a.label.localeCompare(b.label, 'es') || a.key.localeCompare(b.key));
}
