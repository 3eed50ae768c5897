export const estados = {
  solicitado: 'Solicitado',
  enviado: 'Enviado',
  confirmado: 'Confirmado',
  rechazado: 'Rechazado',
  vencido: 'Vencido',
  sin_respuesta: 'Sin respuesta',
} as const;

export const texts = {
  columns: {
    cuando: 'Cuándo',
    what: 'Qué',
    accion: 'Acción',
    estado: 'Estado',
    who: 'Quién',
    desde: 'Desde dónde',
    detalle: 'Detalle',
  },
  actions: { on: 'Encender', off: 'Apagar' },
  estados,
  sistema: 'Acequia',
  unnamed: (id: number) => `Usuario ${id}`,
} as const;
