import { useCanvasColors } from '../../../lib/canvas-colors.js';

/** Spec section 9: chart height and lines. */
export const ALTO = 280;
export const LINEA = { tension: 0.3, borderWidth: 2, pointRadius: 1 } as const;
export const TRAZO_HUMEDAD = [6, 3];

const TOKENS = ['grafica.temperatura', 'grafica.humedad', 'fg.muted', 'border'] as const;

/** Colours of the chart in the present colour mode. */
export function useColores() {
  const [temperatura = '', humedad = '', texto = '', rejilla = ''] = useCanvasColors(TOKENS);
  return { temperatura, humedad, texto, rejilla };
}
type Colores = ReturnType<typeof useColores>;

const eje = (texto: string, position: 'left' | 'right', tint: string, color: Colores) => ({
  position,
  title: { display: true, text: texto, color: tint },
  ticks: { color: color.texto },
  grid: { color: position === 'left' ? color.rejilla : 'transparent' },
});

/** Temperature on the left axis, humidity on the right. */
export const ejes = (color: Colores) => ({
  y: eje('°C', 'left', color.temperatura, color),
  y1: eje('%', 'right', color.humedad, color),
});

/** What every chart of sensors has in common. */
export const BASE = {
  responsive: true,
  maintainAspectRatio: false,
  animation: false,
  interaction: { mode: 'index', intersect: false },
} as const;

export const leyenda = (color: Colores) => ({
  position: 'top' as const,
  labels: { color: color.texto, usePointStyle: false, boxHeight: 2 },
});
