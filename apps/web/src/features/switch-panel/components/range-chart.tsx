import type { Banda, SerieSensores } from '@acequia/contracts';
import {
  Chart,
  Filler,
  Legend,
  LinearScale,
  LineElement,
  PointElement,
  Tooltip,
  type ChartDataset,
  type ChartOptions,
  type Scale,
} from 'chart.js';
import zoom from 'chartjs-plugin-zoom';
import { Line } from 'react-chartjs-2';
import { fechaHora } from '../../../lib/format/format.js';
import { etiqueta, marcas, pasoDe } from '../lib/ticks.js';
import { VENTANA_MINIMA_MS, type Tramo } from '../lib/window.js';
import { textos } from '../textos.js';
import { ALTO, BASE, ejes, leyenda, LINEA, TRAZO_HUMEDAD, useColores } from './chart-basics.js';

Chart.register(LinearScale, LineElement, PointElement, Legend, Tooltip, Filler);

/** Room that the text under a mark takes, px. */
const ANCHO_DE_MARCA = 64;

/** Both vertical axes with their titles, px. */
const ANCHO_DE_EJES = 110;

/** By the chart's width: the axis learns its own only after its marks are made. */
const pasoDeEje = ({ min, max, chart }: Scale): number =>
  pasoDe(min, max, Math.max(2, (chart.width - ANCHO_DE_EJES) / ANCHO_DE_MARCA));

type Conjunto = ChartDataset<'line', { x: number; y: number | null }[]>;

interface Props {
  serie: SerieSensores;
  /** All that can be looked at, and what of it is shown. */
  marco: Tramo;
  ventana: Tramo;
  onVentana: (ventana: Tramo) => void;
}

/** A range of time: averages as a line, the least and the most as a band round it. Where nobody measured there is neither. */
export default function GraficaRango({ serie, marco, ventana, onVentana }: Props) {
  const color = useColores();
  const { zona_horaria: zona } = serie;
  // A point that stands for a stretch of time stands in its middle.
  const medio = (serie.paso_s ?? 0) * 500;
  const puntos = (valores: readonly (number | null)[]) => valores.map((y, i) => ({ x: serie.ts[i]! + medio, y }));
  const banda = ({ prom, min, max }: Banda, label: string, yAxisID: string, tinta: string): Conjunto[] => {
    const borde = { label: '', yAxisID, borderWidth: 0, pointRadius: 0, pointHitRadius: 0, tension: LINEA.tension };
    return [
      { ...borde, data: puntos(max), backgroundColor: `${tinta}26`, fill: '+1' },
      { ...borde, data: puntos(min), fill: false },
      { ...LINEA, label, yAxisID, data: puntos(prom), borderColor: tinta, backgroundColor: tinta },
    ];
  };
  const [maxH, minH, promH] = banda(serie.humedad, textos.humedad, 'y1', color.humedad) as [
    Conjunto,
    Conjunto,
    Conjunto,
  ];
  const datasets = [
    ...banda(serie.temperatura, textos.temperatura, 'y', color.temperatura),
    maxH,
    minH,
    { ...promH, borderDash: TRAZO_HUMEDAD },
  ];
  const bandas = [serie.temperatura, serie.humedad];
  const alTerminar = ({ chart }: { chart: Chart }) => {
    const { min, max } = chart.scales['x']!;
    onVentana({ desde: Math.round(min), hasta: Math.round(max) });
  };
  const options: ChartOptions<'line'> = {
    ...BASE,
    plugins: {
      legend: {
        ...leyenda(color),
        labels: { ...leyenda(color).labels, filter: ({ text }) => text !== '' },
        // A line goes and comes with its band.
        onClick: (_event, { datasetIndex = 0 }, { chart }) => {
          const visible = chart.isDatasetVisible(datasetIndex);
          for (const i of [datasetIndex - 2, datasetIndex - 1, datasetIndex]) chart.setDatasetVisibility(i, !visible);
          chart.update();
        },
      },
      tooltip: {
        filter: ({ dataset }) => dataset.label !== '',
        callbacks: {
          title: ([punto]) => (punto ? fechaHora(serie.ts[punto.dataIndex], zona) : ''),
          label: ({ dataset, datasetIndex, dataIndex }) => {
            const { prom, min, max } = bandas[datasetIndex < 3 ? 0 : 1]!;
            const [valor, menos, mas] = [prom[dataIndex], min[dataIndex], max[dataIndex]];
            return `${dataset.label}: ${valor}${menos === mas ? '' : ` (${menos} – ${mas})`}`;
          },
        },
      },
      zoom: {
        limits: { x: { min: marco.desde, max: marco.hasta, minRange: VENTANA_MINIMA_MS } },
        pan: { enabled: true, mode: 'x', onPanComplete: alTerminar },
        // With a key: a page that is scrolled past a chart must not zoom it.
        zoom: {
          wheel: { enabled: true, modifierKey: 'ctrl' },
          pinch: { enabled: true },
          mode: 'x',
          onZoomComplete: alTerminar,
        },
      },
    },
    scales: {
      x: {
        type: 'linear',
        min: ventana.desde,
        max: ventana.hasta,
        afterBuildTicks: (axis) => {
          axis.ticks = marcas(axis.min, axis.max, pasoDeEje(axis), zona).map((value) => ({ value }));
        },
        ticks: {
          color: color.texto,
          maxRotation: 0,
          autoSkip: false,
          callback(value) {
            return etiqueta(Number(value), pasoDeEje(this), zona);
          },
        },
        grid: { color: 'transparent' },
      },
      ...ejes(color),
    },
  };
  return (
    <div style={{ height: ALTO }}>
      <Line
        data={{ datasets }}
        options={options}
        plugins={[zoom]}
        // A finger still scrolls the page up and down.
        style={{ touchAction: 'pan-y' }}
        role="img"
        aria-label={`${textos.temperatura}, ${textos.humedad}`}
      />
    </div>
  );
}
