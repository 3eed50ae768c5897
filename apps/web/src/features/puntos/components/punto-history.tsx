import { magnitudOf, type Punto, type SeriePunto } from '@acequia/contracts';
import { DateInput } from '../../../components/form/date-input.js';
import { Box, Button, Field, Flex, Heading, Skeleton, Spinner, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Card } from '../../../components/card.js';
import { DownloadProgress } from '../../../components/download-progress.js';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { DownloadIcon } from '../../../components/icons.js';
import { onDemand } from '../../../components/on-demand.js';
import { ZoneNote } from '../../../components/zone-note.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useDownload } from '../../../lib/http/use-download.js';
import { useServerThere } from '../../../lib/live/live.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useDaysOfAddress } from '../../../lib/time/days-of-address.js';
import { useShownZone } from '../../../lib/time/shown-zone.js';
import { useCalibrations } from '../api/calibrations.js';
import { useLimits } from '../api/limits.js';
import { useSerie, useSeries } from '../api/serie.js';
import { type Choice, daysOf, type Range, RANGES, spanOf } from '../lib/days.js';
import { movedOnto, spanBefore } from '../lib/before.js';
import { type CalibrationChange, isCalibrated, recalibrated } from '../lib/recalibrated.js';
import { besides } from '../lib/together.js';
import { inWords } from '../../../entities/punto/value.js';
import { texts } from '../textos.js';
import { BesideChoice } from './beside-choice.js';
import { ChartLegend } from './chart-legend.js';

const PuntoChart = onDemand({ nombre: 'grafica-punto', load: () => import('./punto-chart.js'), height: '280px' });
const { history: t } = texts;

/** What a point measured over chosen days, beside others of its place, and all its values of these days as a file. */
export function PuntoHistory({ punto, all }: { punto: Punto; all: readonly Punto[] }) {
  const [choice, setChoice] = useState<Choice>(useDaysOfAddress() ?? 'day');
  const [comparing, setComparing] = useState(false);
  const [besideIds, setBesideIds] = useState<number[]>([]);
  const [again, setAgain] = useState(false);
  const zone = useShownZone();
  const minute = useByClock((now) => Math.floor(now / 60_000)) * 60_000;
  const span = spanOf(choice, minute + 60_000, zone);
  const days = daysOf(choice, minute, zone);
  const key = typeof choice === 'string' ? choice : `${choice.desde} ${choice.hasta}`;
  const query = useSerie(punto, key, span);
  const compared = useSerie(punto, `antes de ${key}`, comparing && span ? spanBefore(span) : null);
  const beside = besideIds.flatMap((id) => besides(punto, all).find((one) => one.id === id) ?? []);
  const series = useSeries(beside, key, span);
  const calibrations = useCalibrations(punto, again);
  const changes = again ? (calibrations.data ?? []) : [];
  const csv = useDownload('puntos.csv');
  const limits = useLimits(punto);
  const connected = useServerThere();
  const data = query.data && { ...query.data, serie: recalibrated(query.data.serie, changes) };
  const before = comparing && compared.data ? recalibrated(compared.data.serie, changes) : undefined;
  const known = data?.serie.puntos.some(({ media, suma }) => media !== null || suma !== null);
  const { ts, valor } = punto;
  return (
    <Card>
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="3">
        <Heading as="h2" size="lg">
          {t.title}
        </Heading>
        <Button
          variant="outline"
          disabled={csv.downloading || !connected || span === null}
          onClick={() => void csv.download({ params: { id: String(punto.id) }, query: days }, `punto_${punto.id}.csv`)}
        >
          {csv.downloading ? <Spinner size="sm" /> : <DownloadIcon />} {t.csv}
        </Button>
      </Flex>
      <DownloadProgress {...csv} />
      {csv.failure && (
        <Text role="alert" color="fg.warning" mb="3">
          {t.csvFailed}
        </Text>
      )}
      <Flex gap="3" wrap="wrap" align="flex-end" justify="space-between" mb="4">
        <Flex role="group" aria-label={t.range} gap="1" wrap="wrap">
          {(Object.keys(RANGES) as Range[]).map((one) => (
            <Button
              key={one}
              size="sm"
              px={{ base: '2.5', md: '3.5' }}
              variant={one === choice ? 'solid' : 'outline'}
              aria-pressed={one === choice}
              onClick={() => setChoice(one)}
            >
              {t.ranges[one]}
            </Button>
          ))}
          <Button
            size="sm"
            px={{ base: '2.5', md: '3.5' }}
            variant={comparing ? 'solid' : 'outline'}
            aria-pressed={comparing}
            onClick={() => setComparing(!comparing)}
          >
            {t.compare}
          </Button>
          {isCalibrated(punto) && (
            <Button
              size="sm"
              px={{ base: '2.5', md: '3.5' }}
              variant={again ? 'solid' : 'outline'}
              aria-pressed={again}
              onClick={() => setAgain(!again)}
            >
              {t.again}
            </Button>
          )}
        </Flex>
        <Flex gap="3" w={{ base: 'full', sm: 'auto' }}>
          {(['desde', 'hasta'] as const).map((which) => (
            <Field.Root key={which} w={{ base: 'calc(50% - 6px)', sm: '10.5rem' }} invalid={span === null}>
              <Field.Label>{t[which]}</Field.Label>
              <DateInput value={days[which]} onChange={({ target }) => setChoice({ ...days, [which]: target.value })} />
            </Field.Root>
          ))}
        </Flex>
      </Flex>
      <BesideChoice punto={punto} all={all} chosen={beside} onChange={setBesideIds} />
      {span === null ? (
        <Text role="alert" color="fg.error">
          {t.invertedRange}
        </Text>
      ) : !data ? (
        neverCame(query) ? (
          <EmptyNotice height="7rem" text={t.failed} error />
        ) : (
          <Skeleton h="280px" aria-busy />
        )
      ) : !known ? (
        <EmptyNotice height="7rem" text={t.empty} />
      ) : (
        <Box data-nivel={data.serie.nivel} data-paso={data.serie.paso_s ?? undefined}>
          <Text mb="2" fontWeight="600" fontVariantNumeric="tabular-nums" data-suma>
            {summaryOf(data.serie)}
          </Text>
          {again && (
            <Text mb="2" color="fg.muted" aria-live="polite">
              {calibrations.data
                ? againText(calibrations.data, zone)
                : neverCame(calibrations)
                  ? t.trailFailed
                  : t.readingTrail}
            </Text>
          )}
          {comparing && (
            <Text mb="2" color="fg.muted" fontVariantNumeric="tabular-nums" aria-live="polite">
              {before ? beforeText(before) : neverCame(compared) ? t.failed : t.comparing}
            </Text>
          )}
          <PuntoChart
            {...data}
            before={before && compared.data ? movedOnto(before, compared.data.span) : null}
            live={typeof choice === 'string' && ts !== null && valor !== null ? { ts, valor } : null}
            limits={limits}
            besides={series}
          />
          <ChartLegend limits={limits} besides={series} />
          <ZoneNote />
        </Box>
      )}
    </Card>
  );
}

/** Since when the calibration is what it is, in a sentence. */
const againText = (changes: readonly CalibrationChange[], zone: string): string => {
  const last = changes.at(-1);
  return last ? t.calibratedSince(dateTimeOf(last.ts, zone), changes.length) : t.neverCalibrated;
};

/** The time before, in a sentence. */
const beforeText = (serie: SeriePunto): string =>
  serie.puntos.some(({ media, suma }) => media !== null || suma !== null)
    ? t.before(summaryOf(serie))
    : t.nothingBefore;

/** What was measured in all, in a sentence; '' where there is no such thing. */
const summaryOf = ({ magnitud, puntos }: SeriePunto): string => {
  const { clase } = magnitudOf(magnitud);
  const numbers = (which: 'minimo' | 'maximo' | 'suma'): number[] => puntos.flatMap((one) => one[which] ?? []);
  if (clase === 'contador')
    return t.grown(
      inWords(
        magnitud,
        numbers('suma').reduce((sum, one) => sum + one, 0),
      ),
    );
  if (clase !== 'instantanea') return '';
  return t.between(
    inWords(magnitud, Math.min(...numbers('minimo'))),
    inWords(magnitud, Math.max(...numbers('maximo'))),
  );
};
