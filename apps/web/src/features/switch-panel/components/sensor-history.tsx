import { Button, Field, Flex, NativeSelect, Skeleton, Spinner } from '@chakra-ui/react';
import { nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import { useState } from 'react';
import { aDemanda } from '../../../components/on-demand.js';
import { AvanceDescarga } from '../../../components/download-progress.js';
import { DescargarIcon } from '../../../components/icons.js';
import { Panel } from '../../../components/card.js';
import { useDescarga } from '../../../lib/http/use-download.js';
import { useServerThere } from '../../../lib/live/live.js';
import { noLlego } from '../../../lib/http/query-client.js';
import { useHistorialPuntos } from '../api/last-points.js';
import { sensorOf, type ParDeSwitches } from '../lib/pairs.js';
import { textos } from '../textos.js';
import { RANGOS, type Rango } from '../lib/window.js';
import { AvisoVacio } from '../../../components/empty-notice.js';
import { EncendidoPorDia } from './time-on-per-day.js';
import { HistoriaRango } from './range-history.js';

// chart.js weighs more than the rest of the panel: it comes when the page already stands.
const GraficaSensores = aDemanda({
  nombre: 'grafica-sensores',
  cargar: () => import('./sensor-chart.js'),
  alto: '280px',
});

interface Props {
  pares: ParDeSwitches[];
  elegido: ParDeSwitches | undefined;
  onElegir: (key: string) => void;
  /** The pairs themselves are still on their way. */
  cargando: boolean;
  /** They could not be read: nobody knows whether there are any. */
  fallo: boolean;
}

/** Pair selector, temperature/humidity chart of its sensor, and its CSV. */
export function HistorialSensores({ pares, elegido, onElegir, cargando, fallo }: Props) {
  const sensor = elegido && sensorOf(elegido);
  const switchId = sensor?.id;
  const puntos = useHistorialPuntos(switchId);
  const [rango, setRango] = useState<Rango | null>(null);
  const conectado = useServerThere();
  const descarga = useDescarga('historial.csv_sensores');
  const [formato, setFormato] = useState<'largo' | 'ancho'>('largo');
  const bajar = (cual: typeof formato): void => {
    setFormato(cual);
    const que = cual === 'ancho' ? 'sitio' : 'switch';
    const query = { switch_id: String(switchId), ...(cual === 'ancho' && { formato: cual }) };
    void descarga.bajar({ query }, `temp_hum_${que}_${switchId}.csv`);
  };
  return (
    <Panel>
      <Flex gap="4" align="flex-end" wrap="wrap" mb="4">
        {/* A select inside a field is disabled through the field: its own `disabled` would be ignored. */}
        <Field.Root flex="1 1 18rem" maxW="40rem" disabled={pares.length === 0 || !conectado}>
          <Field.Label>{textos.selector}</Field.Label>
          <NativeSelect.Root recipe={nativeSelectSlotRecipe}>
            <NativeSelect.Field value={elegido?.key ?? ''} onChange={(event) => onElegir(event.currentTarget.value)}>
              {pares.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </Field.Root>
        {(['largo', 'ancho'] as const).map((cual) => (
          <Button
            key={cual}
            variant="outline"
            title={textos.csvAyuda[cual]}
            onClick={() => bajar(cual)}
            disabled={!elegido || !conectado || descarga.bajando}
          >
            {descarga.bajando && formato === cual ? <Spinner size="sm" /> : <DescargarIcon />} {textos.csv[cual]}
          </Button>
        ))}
      </Flex>
      <AvanceDescarga {...descarga} />
      <Rangos rango={rango} onRango={setRango} disabled={!elegido || !conectado} />
      {rango && switchId !== undefined ? (
        <HistoriaRango
          key={`${switchId}|${rango}`}
          switchId={switchId}
          rango={rango}
          sinSensor={sensor?.tiene_sensor === 0}
        />
      ) : (
        <Contenido puntos={puntos} elegido={elegido} cargando={cargando} fallo={fallo} />
      )}
      {elegido && <EncendidoPorDia par={elegido} />}
    </Panel>
  );
}

interface RangosProps {
  /** null = the last fifty points (CALL-8), which is how the chart opens. */
  rango: Rango | null;
  onRango: (rango: Rango | null) => void;
  disabled: boolean;
}

function Rangos({ rango, onRango, disabled }: RangosProps) {
  const opciones = [null, ...(Object.keys(RANGOS) as Rango[])];
  return (
    <Flex role="group" aria-label={textos.rango} gap="1" wrap="wrap" mb="3">
      {opciones.map((una) => (
        <Button
          key={una ?? ''}
          size="sm"
          px={{ base: '2', md: '3.5' }}
          variant={una === rango ? 'solid' : 'outline'}
          aria-pressed={una === rango}
          disabled={disabled}
          onClick={() => onRango(una)}
        >
          {una ? textos.rangos[una] : textos.ultimas}
        </Button>
      ))}
    </Flex>
  );
}

interface ContenidoProps extends Pick<Props, 'elegido' | 'cargando' | 'fallo'> {
  puntos: ReturnType<typeof useHistorialPuntos>;
}

function Contenido({ puntos, elegido, cargando, fallo }: ContenidoProps) {
  const sinPuntos = noLlego(puntos);
  if (cargando || (puntos.isLoading && !sinPuntos)) return <Skeleton h="280px" aria-busy />;
  const { data = [] } = puntos;
  if (data.length === 0) {
    const sinSensor = elegido && sensorOf(elegido).tiene_sensor === 0;
    const texto = sinPuntos ? textos.errorHistorial : sinSensor ? textos.sinSensor : textos.sinPuntos;
    const sinElegir = fallo ? textos.sinLista : textos.sinSitio;
    return <AvisoVacio alto="7rem" texto={elegido ? texto : sinElegir} error={fallo || sinPuntos} />;
  }
  return <GraficaSensores puntos={data} />;
}
