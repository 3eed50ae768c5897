/** Liters of a turn: its declared flow over the time in which its pump ran too; null = unknown. {@link LITERS} is the same. */
export const litersOf = ({
  caudal_m3h,
  real_segundos,
  bomba_cuenta,
  con_bomba_s,
}: {
  caudal_m3h: number | null;
  real_segundos: number | null;
  bomba_cuenta: number;
  con_bomba_s: number | null;
}): number | null => {
  const seconds = bomba_cuenta === 2 ? con_bomba_s : real_segundos;
  return caudal_m3h === null || seconds === null ? null : Math.round((caudal_m3h * 1_000 * seconds) / 3_600);
};

/** The same in SQL, of a row of `turnos` named t. */
export const LITERS = `round((t.caudal_m3h * 1000 * CASE WHEN t.bomba_cuenta = 2 THEN t.con_bomba_s ELSE t.real_segundos END / 3600)::numeric)`;
