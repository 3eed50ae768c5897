import { AUDITED_ENTITIES } from '@acequia/contracts';
import { Box, Button, Flex, SimpleGrid, Tag } from '@chakra-ui/react';
import { tagSlotRecipe } from '@chakra-ui/react/theme';
import { DateInput } from '../../../components/form/date-input.js';
import { FormField, Select } from '../../../components/form/fields.js';
import type { useFilters } from '../lib/filters.js';
import { texts } from '../textos.js';

type Props = ReturnType<typeof useFilters>;
const t = texts.filters;

/** The filters. Person and record are chosen by a click in a row; this bar only removes them. */
export function FilterBar({ filters, names, change, clean, narrowed }: Props) {
  const labels = [
    filters.usuario_id && {
      text: t.soloDe(names.usuario || texts.unnamed(Number(filters.usuario_id))),
      remove: () => change({ usuario_id: '', usuario_nombre: '' }),
    },
    filters.entidad_id && {
      text: t.onlyThis(names.entidad || `#${filters.entidad_id}`),
      remove: () => change({ entidad_id: '', entidad_nombre: '' }),
    },
  ].filter((each) => typeof each === 'object');
  return (
    <Flex as="section" aria-label={t.nombre} direction="column" gap="3">
      <SimpleGrid columns={{ base: 2, lg: 3 }} gap="3">
        <Box gridColumn={{ base: 'span 2', lg: 'auto' }}>
          <FormField label={t.entidad}>
            <Select
              value={filters.entidad ?? ''}
              onChange={(event) => change({ entidad: event.target.value, entidad_id: '', entidad_nombre: '' })}
            >
              <option value="">{t.todo}</option>
              {AUDITED_ENTITIES.map((entidad) => (
                <option key={entidad} value={entidad}>
                  {texts.entities[entidad]}
                </option>
              ))}
            </Select>
          </FormField>
        </Box>
        <FormField label={t.desde}>
          <DateInput
            value={filters.desde ?? ''}
            max={filters.hasta}
            onChange={(event) => change({ desde: event.target.value })}
          />
        </FormField>
        <FormField label={t.hasta}>
          <DateInput
            value={filters.hasta ?? ''}
            min={filters.desde}
            onChange={(event) => change({ hasta: event.target.value })}
          />
        </FormField>
      </SimpleGrid>
      {narrowed && (
        <Flex gap="2" wrap="wrap" align="center">
          {labels.map(({ text, remove }) => (
            <Tag.Root recipe={tagSlotRecipe} key={text} size="lg" colorPalette="campo" maxW="full">
              <Tag.Label>{text}</Tag.Label>
              <Tag.EndElement>
                <Tag.CloseTrigger aria-label={t.remove(text)} onClick={remove} />
              </Tag.EndElement>
            </Tag.Root>
          ))}
          <Button size="sm" variant="ghost" onClick={clean}>
            {t.clean}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}
