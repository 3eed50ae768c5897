export const estados = {
  solicitado: 'Solicitado',
  enviado: 'Enviado',
  confirmado: 'Confirmado',
  rechazado: 'Rechazado',
  vencido: 'Vencido',
  sin_respuesta: 'Sin respuesta',
} as const;
