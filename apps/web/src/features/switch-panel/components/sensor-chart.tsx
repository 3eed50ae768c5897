import type { HistorialPoint } from '@acequia/contracts';
import { Chart, DASH, LINE, type Dataset } from '../../../components/chart/chart.js';
import { companyZone } from '../../../lib/format/format.js';
import { longestBridge } from '../../../lib/time/gaps.js';
import type { Measurement } from '../lib/measurement.js';
import { texts } from '../textos.js';
import { axesOf, useChartColors } from './chart-basics.js';

interface Props {
  points: readonly HistorialPoint[];
  /** The sensor's current values. */
  live: Measurement | null;
}

/** Temperature on the left axis, humidity on the right, with gaps where there is no data. */
export default function SensorChart({ points, live }: Props) {
  const color = useChartColors();
  const stored = points.map(({ fecha, ...values }): Measurement => ({ ts: Date.parse(fecha), ...values }));
  const all = live && live.ts > (stored.at(-1)?.ts ?? 0) ? [...stored, live] : stored;
  const spanGaps = longestBridge(all.map(({ ts }) => ts));
  const of = (name: 'temperatura' | 'humedad', yAxisID: string): Dataset => ({
    ...LINE,
    spanGaps,
    label: texts[name],
    yAxisID,
    data: all.map((one) => ({ x: one.ts, y: one[name] })),
    borderColor: color[name],
    backgroundColor: color[name],
  });
  return (
    <Chart
      label={`${texts.temperatura}, ${texts.humedad}`}
      datasets={[of('temperatura', 'y'), { ...of('humedad', 'y1'), borderDash: DASH } as Dataset]}
      time={{ desde: all[0]?.ts ?? 0, hasta: all.at(-1)?.ts ?? 0, timeZone: companyZone() }}
      axes={axesOf(color)}
      legend
    />
  );
}
