import type { EstadoTurno, ViaTurno } from '@acequia/contracts';

/** A connected board reports a run within this time of its end, ms. */
export const REPORT_MS = 120_000;

interface Timed {
  inicio: number;
  segundos: number;
  tarde_s: number;
  real_inicio: number | null;
}

/** When the outcome of a turn is known, if its board is connected, ms. */
export const closesAt = ({ inicio, segundos, tarde_s, real_inicio }: Timed): number =>
  inicio + segundos * 1_000 + (real_inicio === null ? tarde_s * 1_000 : Math.max(0, real_inicio - inicio)) + REPORT_MS;

/** What people read of a turn: one whose board is away is not lost, and one that nobody confirmed is neither lost nor done. */
export const shownState = (
  turno: Timed & { estado: EstadoTurno; via: ViaTurno; confirmado: boolean },
  now: number,
): EstadoTurno => {
  const { estado, via, confirmado } = turno;
  if (estado === 'perdido') return confirmado ? estado : 'sin_confirmar';
  const isOpen = estado === 'previsto' || estado === 'en_curso';
  return isOpen && via === 'placa' && now >= closesAt(turno) ? 'sin_confirmar' : estado;
};
