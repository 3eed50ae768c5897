import { ChannelSave, ChannelUpdate, isOfPerson, type Canal, type Severidad } from '@acequia/contracts';
import { z } from 'zod';

/** The form's values. Fields of another kind of channel keep their input, but are neither validated nor sent. */
export interface Values {
  canal: ChannelSave['canal'];
  destino: string;
  usuario_id: number | null;
  severidad_minima: Severidad;
  hora_desde: string;
  hora_hasta: string;
  escalar_min: number | null;
  activo: 0 | 1;
}

export const valuesOf = (one: Canal | null): Values => ({
  canal: one === null || one.canal === 'push' ? 'correo' : one.canal,
  destino: one?.destino ?? '',
  usuario_id: one?.usuario_id ?? null,
  severidad_minima: one?.severidad_minima ?? 'media',
  hora_desde: one?.hora_desde ?? '',
  hora_hasta: one?.hora_hasta ?? '',
  escalar_min: one?.escalar_min ?? 0,
  activo: one?.activo ?? 1,
});

const settingsOf = ({ severidad_minima, hora_desde, hora_hasta, escalar_min, activo }: Values) => ({
  severidad_minima,
  hora_desde: hora_desde || null,
  hora_hasta: hora_hasta || null,
  escalar_min: escalar_min ?? 0,
  activo,
});

/** The settings that an existing channel can change; its destination is fixed. */
export const updateOf = (values: Values): ChannelUpdate => settingsOf(values);

export const bodyOf = (values: Values, empresa_id: number): ChannelSave => ({
  empresa_id,
  canal: values.canal,
  ...(isOfPerson(values.canal) ? { usuario_id: values.usuario_id } : { destino: values.destino.trim() || null }),
  ...settingsOf(values),
});

/** The contract's rules for a new channel or for an existing one. */
export const rulesOf = (empresaId: number, exists: boolean): z.ZodType<Values> =>
  z.preprocess(
    (values: Values) => (exists ? updateOf(values) : bodyOf(values, empresaId)),
    exists ? ChannelUpdate : ChannelSave,
  ) as unknown as z.ZodType<Values>;
