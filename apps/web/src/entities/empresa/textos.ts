export const texts = {
  unread: 'No se pudo cargar la lista de empresas. Se intentará de nuevo.',
  none: 'Aún no hay empresas. Crea la primera en «Empresas».',
  expired: 'Vencida',
  firstSteps: 'Poner en marcha',
  suspended: 'Suspendida',
  expiresToday: 'Vence hoy',
  expiresIn: (days: number) => (days === 1 ? 'Vence mañana' : `Vence en ${days} días`),
} as const;
