import { magnitudOf } from '@acequia/contracts';
import { useCanvasColors } from '../../../lib/canvas-colors.js';

/** The chart's colours in the current colour mode. */
export function useChartColors() {
  const [temperatura = '', humedad = '', text = ''] = useCanvasColors([
    'chart.temperatura',
    'chart.humedad',
    'fg.muted',
  ]);
  return { temperatura, humedad, text };
}

/** Temperature on the left axis, humidity on the right. */
export const axesOf = ({ temperatura, humedad }: ReturnType<typeof useChartColors>) => ({
  y: { title: '°C', color: temperatura, least: magnitudOf('temperatura').eje },
  y1: { title: '%', color: humedad, right: true, least: magnitudOf('humedad').eje },
});
