import { Box, Button, chakra, Flex, IconButton } from '@chakra-ui/react';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { asNumber, FormField, Select } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { CloseIcon, MoreIcon } from '../../../components/icons.js';
import { newStart, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields } = texts;

/** The starts of a program: by the clock or by the sun. */
export function StartsField({ form }: { form: UseFormReturn<Values> }) {
  const { register, control, formState } = form;
  const rows = useFieldArray({ control, name: 'inicios' });
  const values = useWatch({ control, name: 'inicios' });
  return (
    <Flex direction="column" gap="3" as="fieldset">
      <chakra.legend fontWeight="600" mb="2">
        {texts.inicios}
      </chakra.legend>
      {rows.fields.map(({ id }, n) => (
        <Flex key={id} gap="3" align="flex-start" wrap="wrap">
          <Box w={{ base: 'full', sm: '20rem' }}>
            <FormField label={fields.cuando}>
              <Select {...register(`inicios.${n}.cuando`)}>
                {(['hora', 'salida', 'puesta'] as const).map((each) => (
                  <option key={each} value={each}>
                    {texts.cuando[each]}
                  </option>
                ))}
              </Select>
            </FormField>
          </Box>
          {values[n]?.cuando === 'hora' ? (
            <Box w={{ base: '10rem', sm: '9rem' }}>
              <FormField label={fields.inicio} error={formState.errors.inicios?.[n]?.hora}>
                <DateInput type="time" {...register(`inicios.${n}.hora`)} />
              </FormField>
            </Box>
          ) : (
            <Box w={{ base: '10rem', sm: '9rem' }}>
              <FormField label={fields.minutos} error={formState.errors.inicios?.[n]?.minutos}>
                <NumberInput signed {...register(`inicios.${n}.minutos`, asNumber)} />
              </FormField>
            </Box>
          )}
          {rows.fields.length > 1 && (
            <IconButton
              mt="1.625rem"
              variant="ghost"
              aria-label={texts.remove(texts.startN(n + 1))}
              onClick={() => rows.remove(n)}
            >
              <CloseIcon />
            </IconButton>
          )}
        </Flex>
      ))}
      <Button variant="outline" alignSelf="flex-start" onClick={() => rows.append(newStart())}>
        <MoreIcon /> {texts.anotherStart}
      </Button>
    </Flex>
  );
}
