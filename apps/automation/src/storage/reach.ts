/** The grants of a usuario. */
export interface Granted {
  switches: ReadonlySet<number>;
  dispositivos: ReadonlySet<number>;
}

export interface Target {
  switch_id?: number | null | undefined;
  dispositivo_id?: number | null | undefined;
}

export const reaches = (granted: Granted | null, { switch_id, dispositivo_id }: Target): boolean =>
  granted === null || granted.switches.has(switch_id ?? 0) || granted.dispositivos.has(dispositivo_id ?? 0);
