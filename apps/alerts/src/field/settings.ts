import type { Severidad, TipoAviso } from '@acequia/contracts';

/** A rule as saved. */
export interface FilaRegla {
  id: number;
  empresa_id: number;
  tipo: TipoAviso;
  objeto: string;
  activa: 0 | 1;
  espera_s: number;
  umbral: number | null;
  histeresis: number | null;
  severidad: Severidad;
  hora_desde: string | null;
  hora_hasta: string | null;
}

/** A silencio as saved. */
export interface Silence {
  objeto: string;
  /** It may lie ahead. ms */
  desde: number;
  hasta: number;
}
