import { Button, Field, Flex, Heading, Input, Link, Stack, Text } from '@chakra-ui/react';
import type { FormEvent, ReactNode, Ref } from 'react';
import { Password } from '../../../components/form/password-field.js';
import { texts } from '../textos.js';

interface Props {
  picture: ReactNode;
  brand: ReactNode;
  form?: Ref<HTMLFormElement>;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  isBusy?: boolean;
  asksCode?: boolean;
  error?: string | null;
}

/** What the login draws. The shell of index.html holds it as HTML, made at the build (login-build.tsx): nothing here may need a browser. */
export function LoginView({ picture, brand, form, onSubmit, isBusy = false, asksCode = false, error = null }: Props) {
  return (
    <Flex minH="100dvh" direction={{ base: 'column', md: 'row' }}>
      {picture}
      <Flex
        as="main"
        flex="1"
        direction="column"
        align="center"
        justify="center"
        px={{ base: 6, md: 12 }}
        py={{ base: 8, md: 10 }}
      >
        <Stack gap="8" w="full" maxW="22rem" my="auto">
          {brand}
          <Stack gap="1">
            <Heading as="h1" size="2xl" fontWeight="560" letterSpacing="-0.01em">
              {texts.title}
            </Heading>
            <Text color="fg.muted">{texts.subtitle}</Text>
          </Stack>
          <form ref={form} onSubmit={onSubmit}>
            <Stack gap="5">
              <Field.Root required>
                <Field.Label htmlFor="email">{texts.email}</Field.Label>
                <Input
                  id="email"
                  name="email"
                  type="email"
                  autoComplete="username"
                  inputMode="email"
                  size="lg"
                  autoFocus
                  required
                />
              </Field.Root>
              <Field.Root required>
                <Flex w="full" justify="space-between" align="baseline">
                  <Field.Label htmlFor="password">{texts.password}</Field.Label>
                  <Link href="#" fontSize="xs" color="fg.muted" onClick={(event) => event.preventDefault()}>
                    {texts.forgetting}
                  </Link>
                </Flex>
                <Password id="password" name="password" autoComplete="current-password" size="lg" required />
              </Field.Root>
              {asksCode && (
                <Field.Root required>
                  <Field.Label htmlFor="codigo">{texts.code}</Field.Label>
                  <Input id="codigo" name="codigo" autoComplete="one-time-code" size="lg" autoFocus required />
                  <Field.HelperText>{texts.codeHelp}</Field.HelperText>
                </Field.Root>
              )}
              <Button type="submit" size="lg" colorPalette="campo" disabled={isBusy}>
                {isBusy ? texts.loggingIn : texts.logIn}
              </Button>
              {error && (
                <Text
                  role="alert"
                  color="fg.error"
                  bg="bg.error"
                  borderStartWidth="3px"
                  borderColor="border.error"
                  px="3"
                  py="2"
                  rounded="sm"
                >
                  {error}
                </Text>
              )}
            </Stack>
          </form>
        </Stack>
        <Text as="footer" mt="10" fontSize="xs" color="fg.subtle" textAlign="center">
          {texts.footer(new Date().getFullYear())}
        </Text>
      </Flex>
    </Flex>
  );
}
