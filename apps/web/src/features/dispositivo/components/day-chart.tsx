import { Chart } from '../../../components/chart/chart.js';
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { texts } from '../textos.js';

export interface EnergyBar {
  label: string;
  /** null = no data, not zero. */
  kwh: number | null;
  /** Drawn hollow. */
  partial: boolean;
  notes: string[];
}

/** One bar per day or month. */
export default function DayChart({ bars, label }: { bars: readonly EnergyBar[]; label: string }) {
  const [energia = ''] = useCanvasColors(['chart.energia']);
  return (
    <Chart
      label={label}
      height={240}
      labels={bars.map((bar) => bar.label)}
      datasets={[
        {
          type: 'bar',
          label: texts.kwh,
          data: bars.map(({ kwh }, x) => ({ x, y: kwh })),
          backgroundColor: bars.map(({ partial }) => (partial ? `${energia}55` : energia)),
          borderColor: energia,
          borderWidth: 1,
          borderRadius: 2,
        },
      ]}
      axes={{ y: { title: texts.kwh, beginAtZero: true } }}
      tooltip={{ callbacks: { afterLabel: ({ dataIndex }) => bars[dataIndex]?.notes ?? [] } }}
    />
  );
}
