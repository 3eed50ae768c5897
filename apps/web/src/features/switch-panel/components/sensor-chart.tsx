import type { HistorialPoint } from '@acequia/contracts';
import { Chart, Legend, LinearScale, LineElement, PointElement, Tooltip, type ChartOptions } from 'chart.js';
import { Line } from 'react-chartjs-2';
import { companyZone, dateTimeOf } from '../../../lib/format/format.js';
import { longestBridge } from '../../../lib/time/gaps.js';
import { scrollsThePage, timeAxis } from '../../../lib/time/time-axis.js';
import type { Measurement } from '../lib/measurement.js';
import { texts } from '../textos.js';
import { CHART_HEIGHT, BASE, axesOf, legendOf, lineOf, HUMIDITY_DASH, useChartColors } from './chart-basics.js';

Chart.register(LinearScale, LineElement, PointElement, Legend, Tooltip);

interface Props {
  points: readonly HistorialPoint[];
  /** The sensor's current values. */
  live: Measurement | null;
}

/** Temperature on the left axis, humidity on the right, with gaps where there is no data. */
export default function SensorChart({ points, live }: Props) {
  const color = useChartColors();
  const timeZone = companyZone();
  const stored = points.map(({ fecha, ...values }): Measurement => ({ ts: Date.parse(fecha), ...values }));
  const all = live && live.ts > (stored.at(-1)?.ts ?? 0) ? [...stored, live] : stored;
  const [desde, hasta] = [all[0]?.ts ?? 0, all.at(-1)?.ts ?? 0];
  const line = lineOf(longestBridge(all.map(({ ts }) => ts)));
  const of = (name: 'temperatura' | 'humedad') => all.map((one) => ({ x: one.ts, y: one[name] }));
  const data = {
    datasets: [
      {
        ...line,
        label: texts.temperatura,
        yAxisID: 'y',
        data: of('temperatura'),
        borderColor: color.temperatura,
        backgroundColor: color.temperatura,
      },
      {
        ...line,
        label: texts.humedad,
        yAxisID: 'y1',
        data: of('humedad'),
        borderColor: color.humedad,
        backgroundColor: color.humedad,
        borderDash: HUMIDITY_DASH,
      },
    ],
  };
  const options: ChartOptions<'line'> = {
    ...BASE,
    plugins: {
      legend: legendOf(color),
      tooltip: { callbacks: { title: ([point]) => (point ? dateTimeOf(point.parsed.x, timeZone) : '') } },
    },
    scales: { x: timeAxis({ desde, hasta, timeZone, color: color.text }), ...axesOf(color) },
  };
  return (
    <div style={{ height: CHART_HEIGHT }}>
      <Line
        data={data}
        options={options}
        plugins={[scrollsThePage]}
        role="img"
        aria-label={`${texts.temperatura}, ${texts.humedad}`}
      />
    </div>
  );
}
