export const texts = {
  expired: 'Vencida',
  suspended: 'Suspendida',
  expiresToday: 'Vence hoy',
  expiresIn: (days: number) => (days === 1 ? 'Vence mañana' : `Vence en ${days} días`),
} as const;
