import { Box, Button, Flex, Heading, IconButton, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { Unread } from '../../../components/unread.js';
import { DateInput } from '../../../components/form/date-input.js';
import { FormField } from '../../../components/form/fields.js';
import { BackIcon, DownloadIcon } from '../../../components/icons.js';
import { useAddress } from '../../../lib/address.js';
import { dayOf } from '../../../lib/format/format.js';
import { isUnread } from '../../../lib/http/query-client.js';
import { useDownload } from '../../../lib/http/use-download.js';
import { useByClock } from '../../../lib/time/clock.js';
import { cuentaQuery, useCuenta } from '../api/cuenta.js';
import { monthAfter } from '../lib/account.js';
import { texts } from '../textos.js';
import { AccountMeters } from './account-meters.js';
import { AccountPeriods } from './account-periods.js';
import { AccountTable } from './account-table.js';
import { AccountWater } from './account-water.js';

const { account: t } = texts;
const HEIGHT = '9rem';
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

interface Props {
  /** Null = the person's own company. */
  empresaId: number | null;
  empresa: string;
  timeZone: string;
  nameOf: (objeto: string) => string;
}

/** A month's totals by valve and by sector: on screen, as a CSV, in print. */
export function AccountView({ empresaId, empresa, timeZone, nameOf }: Props) {
  const { params, change } = useAddress();
  const thisMonth = useByClock((now) => dayOf(now, timeZone)?.slice(0, 7) ?? '');
  const asked = params.get('mes') ?? '';
  const mes = MONTH.test(asked) ? asked : thisMonth;
  const goTo = (month: string) => change({ mes: month === thisMonth ? '' : month });
  const reading = useCuenta(empresaId, mes);
  const { data } = reading;
  const csv = useDownload('turnos.csv_cuenta');
  const [year = '', month = '01'] = mes.split('-');
  return (
    <Stack gap="4">
      <Flex columnGap="6" rowGap="3" wrap="wrap" align="center">
        <Heading as="h2" size="lg">
          {t.title(texts.months[Number(month) - 1] ?? '', year, empresa)}
        </Heading>
        <Flex gap="2" align="flex-end" _print={{ display: 'none' }}>
          <IconButton variant="outline" aria-label={t.before} onClick={() => goTo(monthAfter(mes, -1))}>
            <BackIcon />
          </IconButton>
          <Box w={{ base: '11rem', lg: '14.5rem' }}>
            <FormField label={t.month} inRow>
              <DateInput
                type="month"
                value={mes}
                onChange={({ target }) => MONTH.test(target.value) && goTo(target.value)}
              />
            </FormField>
          </Box>
          <IconButton variant="outline" aria-label={t.after} onClick={() => goTo(monthAfter(mes, 1))}>
            <Box as="span" display="inline-flex" transform="scaleX(-1)">
              <BackIcon />
            </Box>
          </IconButton>
        </Flex>
        <Flex gap="2" ms={{ lg: 'auto' }} _print={{ display: 'none' }}>
          <Button variant="outline" disabled={!data} onClick={() => window.print()}>
            {t.print}
          </Button>
          <Button
            variant="outline"
            disabled={csv.downloading}
            onClick={() => void csv.download({ query: cuentaQuery(empresaId, mes) }, `riego_${mes}.csv`)}
          >
            {csv.downloading ? <Spinner size="sm" /> : <DownloadIcon />} {t.csv}
          </Button>
        </Flex>
      </Flex>
      {csv.failure && (
        <Text role="alert" color="fg.warning">
          {t.csvFailed}
        </Text>
      )}
      {isUnread(reading) && <Unread text={t.failure} onRetry={reading.refetch} />}
      {!data && !isUnread(reading) && <Skeleton h={HEIGHT} aria-busy />}
      {data?.filas.length === 0 && <EmptyNotice height={HEIGHT} text={t.empty} />}
      {data && data.filas.length > 0 && <AccountTable cuenta={data} empresaId={empresaId} nameOf={nameOf} />}
      {data && data.filas.length > 0 && <AccountWater cuenta={data} empresaId={empresaId} nameOf={nameOf} />}
      {data?.total.periodos && data.total.periodos.length > 0 && <AccountPeriods periodos={data.total.periodos} />}
      <AccountMeters empresaId={empresaId} mes={mes} />
      {data && data.filas.length > 0 && (
        <Text fontSize="sm" color="fg.muted">
          {t.help}
        </Text>
      )}
    </Stack>
  );
}
