import { precioUnico, type TarifasDeEmpresa, type TarifaVersion } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Skeleton, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { EmptyNotice } from '../../components/empty-notice.js';
import { MoreIcon } from '../../components/icons.js';
import { Page } from '../../components/page.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { NoEmpresa } from '../../entities/empresa/no-empresa.js';
import { dateOf, dayOf } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useByClock } from '../../lib/time/clock.js';
import { useTarifas } from './api/tarifas.js';
import { VersionDialog } from './components/version-dialog.js';
import { WeekTable } from './components/week-table.js';
import { demandText } from './lib/describe.js';
import { partsOf, readableRules } from './lib/form-values.js';
import { texts } from './textos.js';

const HEIGHT = '9rem';

/** What a kWh costs a company by hour, version by version. */
export function Component() {
  const { empresaId, selection } = useChosenEmpresa();
  const tarifas = useTarifas(empresaId);
  return (
    <Page title={texts.title}>
      <Text color="fg.muted" maxW="70ch">
        {texts.help}
      </Text>
      {empresaId === null ? (
        <NoEmpresa selection={selection} />
      ) : tarifas.data ? (
        <Versions key={empresaId} saved={tarifas.data} />
      ) : neverCame(tarifas) ? (
        <EmptyNotice height={HEIGHT} text={texts.noRead} error />
      ) : (
        <Skeleton h={HEIGHT} aria-busy />
      )}
    </Page>
  );
}

function Versions({ saved }: { saved: TarifasDeEmpresa }) {
  const { versiones, zona_horaria } = saved;
  const [edited, setEdited] = useState<TarifaVersion | 'fresh' | null>(null);
  const today = useByClock((now) => dayOf(now, zona_horaria) ?? '');
  const monthDay = today.slice(5);
  const inForce = versiones.findLast(({ desde }) => desde <= today);
  const shown = inForce ?? versiones[0];
  const single = precioUnico(saved);
  return (
    <>
      {(single !== null || !shown) && <Text maxW="70ch">{single === null ? texts.none : texts.single(single)}</Text>}
      <Button alignSelf="flex-start" colorPalette="campo" onClick={() => setEdited('fresh')}>
        <MoreIcon /> {texts.fresh}
      </Button>
      {shown && (
        <Box as="section">
          <Heading as="h2" size="lg" mb="1">
            {texts.versions}
          </Heading>
          <Box as="ul" listStyleType="none">
            {versiones.toReversed().map((one) => (
              <VersionRow key={one.desde} one={one} isInForce={one === inForce} onEdit={() => setEdited(one)} />
            ))}
          </Box>
        </Box>
      )}
      {shown && single === null && (
        <Box as="section">
          <Heading as="h2" size="lg" mb="3">
            {texts.week.title(dateOf(shown.desde))}
          </Heading>
          <WeekTable {...weekOf(shown)} today={monthDay} />
        </Box>
      )}
      {edited && (
        <VersionDialog
          one={edited === 'fresh' ? null : edited}
          saved={saved}
          today={monthDay}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

const weekOf = (version: TarifaVersion) => {
  const { periodos, reglas } = partsOf(version);
  return { periodos, reglas: readableRules(reglas) };
};

interface RowProps {
  one: TarifaVersion;
  isInForce: boolean;
  onEdit: () => void;
}

function VersionRow({ one: { desde, periodos, festivos }, isInForce, onEdit }: RowProps) {
  const prices = partsOf({ periodos, reglas: [], festivos }).periodos.map(
    ({ nombre, precio, demanda_kw }) => `${nombre} ${texts.week.price(precio)}${demandText(demanda_kw)}`,
  );
  return (
    <Flex as="li" gap="3" align="center" justify="space-between" borderBottomWidth="1px" py="2">
      <Box minW="0">
        <Text fontWeight="600" fontVariantNumeric="tabular-nums">
          {texts.since(dateOf(desde))}
          {isInForce && ` · ${texts.inForce}`}
        </Text>
        <Text color="fg.muted" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
          {[...prices, ...(festivos.length > 0 ? [texts.holidays(festivos.length)] : [])].join(' · ')}
        </Text>
      </Box>
      <Button size="sm" variant="outline" flexShrink="0" aria-label={texts.edit(dateOf(desde))} onClick={onEdit}>
        {texts.accion}
      </Button>
    </Flex>
  );
}
