/** What a stored row says beside its own reason. */
export const texts = {
  unconfirmed: 'Sin confirmar: no se supo si encendió',
} as const;
