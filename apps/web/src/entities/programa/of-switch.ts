import type { Turno } from '@acequia/contracts';

/** End of a turn, ms: from its real start, or from the planned one before it starts. */
export const endOf = ({ inicio, real_inicio, segundos }: Pick<Turno, 'inicio' | 'real_inicio' | 'segundos'>): number =>
  (real_inicio ?? inicio) + segundos * 1_000;

/** The current and the next turn of a switch. */
export const turnsOfSwitch = (
  turnos: readonly Turno[],
  switchId: number,
  now: number,
): { current: Turno | undefined; next: Turno | undefined } => {
  const own = turnos.filter(({ switch_id }) => switch_id === switchId);
  return {
    current: own.find((turno) => turno.estado === 'en_curso' && endOf(turno) > now),
    next: own.find(({ estado, inicio }) => estado === 'previsto' && inicio > now),
  };
};

/** When another step of the same program starts although this turn, `seconds` longer, still runs, ms; null = none does. */
export const overlapOf = (turno: Turno, seconds: number, turnos: readonly Turno[]): number | null => {
  const end = endOf(turno);
  const next = turnos.filter(
    ({ programa_id, switch_id, dispositivo_id, estado, inicio }) =>
      programa_id === turno.programa_id &&
      (switch_id !== turno.switch_id || dispositivo_id !== turno.dispositivo_id) &&
      estado === 'previsto' &&
      inicio > (turno.real_inicio ?? turno.inicio) &&
      inicio < end + seconds * 1_000,
  );
  return next.length > 0 ? Math.min(...next.map(({ inicio }) => inicio)) : null;
};
