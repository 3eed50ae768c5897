import type { Empresa } from '@acequia/contracts';
import { Flex, Link, Text } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router-dom';
import { commercialOf } from '../lib/commercial.js';
import { texts } from '../textos.js';

const { totals: t } = texts;
const MONEY = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN', currencyDisplay: 'narrowSymbol' });

/** How many companies pay, how much, and which end soon. */
export function Totals({ empresas }: { empresas: readonly Empresa[] }) {
  const { active, cost, soon, expired } = commercialOf(empresas);
  return (
    <Flex
      role="group"
      aria-label={t.title}
      gap="1"
      columnGap="5"
      wrap="wrap"
      color="fg.muted"
      fontVariantNumeric="tabular-nums"
    >
      {active > 0 && <Text>{t.active(active)}</Text>}
      {cost !== null && <Text>{t.cost(MONEY.format(cost))}</Text>}
      {soon > 0 && (
        <Text color="fg.warning" fontWeight="600">
          {t.soon(soon)}
        </Text>
      )}
      {expired > 0 && (
        <Text color="fg.error" fontWeight="600">
          {t.expired(expired)}
        </Text>
      )}
      <Link ms="auto" asChild color="fg.muted" variant="underline">
        <RouterLink to="/importar">{t.import}</RouterLink>
      </Link>
    </Flex>
  );
}
