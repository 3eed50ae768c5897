import { magnitudOf } from '@acequia/contracts';
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { atLeast } from '../../../lib/least-span.js';

/** Height and lines of the chart (PANEL-7). px */
export const CHART_HEIGHT = 280;
export const LINE = { tension: 0.3, borderWidth: 2, pointRadius: 1 } as const;
/** A line with a gap wherever two points are more than `bridge` ms apart. */
export const lineOf = (bridge: number) => ({ ...LINE, spanGaps: bridge });
export const HUMIDITY_DASH = [6, 3];

const TOKENS = ['chart.temperatura', 'chart.humedad', 'fg.muted', 'border', 'chart.encendido'] as const;

/** The chart's colours in the current colour mode. */
export function useChartColors() {
  const [temperatura = '', humedad = '', text = '', gridColor = '', encendido = ''] = useCanvasColors(TOKENS);
  return { temperatura, humedad, text, gridColor, encendido };
}
type Colors = ReturnType<typeof useChartColors>;

export const axisOf = (text: string, position: 'left' | 'right', tint: string, color: Colors) => ({
  position,
  title: { display: true, text, color: tint },
  ticks: { color: color.text },
  grid: { color: position === 'left' ? color.gridColor : 'transparent' },
});

/** Temperature on the left axis, humidity on the right. */
export const axesOf = (color: Colors) => ({
  y: { ...axisOf('°C', 'left', color.temperatura, color), ...atLeast(magnitudOf('temperatura').eje) },
  y1: { ...axisOf('%', 'right', color.humedad, color), ...atLeast(magnitudOf('humedad').eje) },
});

/** Options that all sensor charts share. */
export const BASE = {
  responsive: true,
  maintainAspectRatio: false,
  animation: false,
  interaction: { mode: 'index', intersect: false },
} as const;

export const legendOf = (color: Colors) => ({
  position: 'top' as const,
  labels: { color: color.text, usePointStyle: false, boxHeight: 2 },
});
