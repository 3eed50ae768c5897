import { Box, Button, chakra, Flex, IconButton, Input } from '@chakra-ui/react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { asNumber, FormField, Select } from '../../../components/form/fields.js';
import { CloseIcon, MoreIcon } from '../../../components/icons.js';
import { newStep, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields } = texts;
/** On the line of a control that has its label above. */
const BESIDE_FIELD = '1.625rem';

export interface Target {
  /** `s<switch>` or `d<dispositivo>`. */
  objeto: string;
  nombre: string;
}

/** What is turned on, in which order, for how long, and what goes with what. */
export function StepsField({ form, targets }: { form: UseFormReturn<Values>; targets: readonly Target[] }) {
  const { register, control, formState } = form;
  const rows = useFieldArray({ control, name: 'pasos' });
  return (
    <Flex direction="column" gap="3" as="fieldset">
      <chakra.legend fontWeight="600" mb="2">
        {texts.pasos}
      </chakra.legend>
      {rows.fields.map(({ id }, n) => {
        const errors = formState.errors.pasos?.[n];
        return (
          <Flex key={id} gap="3" align="flex-start" wrap="wrap">
            <Box w={{ base: 'full', sm: '20rem' }}>
              <FormField label={fields.paso} error={errors?.objeto} required>
                <Select {...register(`pasos.${n}.objeto`)}>
                  <option value="">{texts.choose}</option>
                  {targets.map(({ objeto, nombre }) => (
                    <option key={objeto} value={objeto}>
                      {nombre}
                    </option>
                  ))}
                </Select>
              </FormField>
            </Box>
            <Box w={{ base: '10rem', sm: '9rem' }}>
              <FormField label={fields.duracion} error={errors?.minutos} required>
                <Input
                  type="number"
                  min="0"
                  step="any"
                  inputMode="decimal"
                  {...register(`pasos.${n}.minutos`, asNumber)}
                />
              </FormField>
            </Box>
            {n > 0 && (
              <Flex as="label" gap="2" align="center" minH="10" mt={BESIDE_FIELD}>
                <chakra.input type="checkbox" accentColor="campo.solid" {...register(`pasos.${n}.junto`)} />{' '}
                {fields.junto}
              </Flex>
            )}
            {rows.fields.length > 1 && (
              <IconButton
                mt={BESIDE_FIELD}
                variant="ghost"
                aria-label={texts.remove(texts.stepN(n + 1))}
                onClick={() => rows.remove(n)}
              >
                <CloseIcon />
              </IconButton>
            )}
          </Flex>
        );
      })}
      <Button variant="outline" alignSelf="flex-start" onClick={() => rows.append(newStep())}>
        <MoreIcon /> {texts.anotherStep}
      </Button>
    </Flex>
  );
}
