import { Box, Button, Field, Flex, Heading, IconButton, Input, Link, Stack, Text } from '@chakra-ui/react';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { EyeIcon, EyeClosedIcon } from '../../components/icons.js';
import { Logo } from '../../components/logo.js';
import { ApiError } from '../../lib/http/api-client.js';
import { isKnownRol, storeSession, HOME } from '../../lib/session.js';
import { logIn } from './api/log-in.js';
import { Slideshow } from './components/slideshow.js';
import { texts } from './textos.js';

export function Component() {
  const navigate = useNavigate();
  const [loggingIn, setLoggingIn] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [visible, setVisible] = useState(false);
  const [asksCode, setAsksCode] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setError(null);
    setLoggingIn(true);
    try {
      const { token, user } = await logIn({
        email: String(data.get('email')),
        password: String(data.get('password')),
        ...(asksCode && { codigo: String(data.get('codigo')) }),
      });
      if (!isKnownRol(user?.rol)) return setError(texts.noRol);
      storeSession(token, user);
      void navigate(HOME[user.rol]);
    } catch (failure) {
      const codigo = failure instanceof ApiError ? failure.codigo : '';
      if (codigo === 'falta_codigo') return setAsksCode(true);
      const isOfCode = codigo === 'codigo_incorrecto' || (asksCode && codigo === 'demasiadas_solicitudes');
      setError(isOfCode ? (failure as ApiError).message : texts.failure);
    } finally {
      setLoggingIn(false);
    }
  };

  return (
    <Flex minH="100dvh" direction={{ base: 'column', md: 'row' }}>
      <Slideshow />
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
          <Logo size="lg" />
          <Stack gap="1">
            <Heading as="h1" size="2xl" fontWeight="560" letterSpacing="-0.01em">
              {texts.title}
            </Heading>
            <Text color="fg.muted">{texts.subtitle}</Text>
          </Stack>
          <form onSubmit={(event) => void submit(event)}>
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
                <Box position="relative" w="full">
                  <Input
                    id="password"
                    name="password"
                    type={visible ? 'text' : 'password'}
                    autoComplete="current-password"
                    size="lg"
                    pe="12"
                    required
                  />
                  <IconButton
                    position="absolute"
                    insetEnd="1"
                    top="1"
                    size="md"
                    variant="ghost"
                    color="fg.muted"
                    aria-label={visible ? texts.hidePassword : texts.showPassword}
                    aria-pressed={visible}
                    onClick={() => setVisible(!visible)}
                  >
                    {visible ? <EyeClosedIcon /> : <EyeIcon />}
                  </IconButton>
                </Box>
              </Field.Root>
              {asksCode && (
                <Field.Root required>
                  <Field.Label htmlFor="codigo">{texts.code}</Field.Label>
                  <Input id="codigo" name="codigo" autoComplete="one-time-code" size="lg" autoFocus required />
                  <Field.HelperText>{texts.codeHelp}</Field.HelperText>
                </Field.Root>
              )}
              <Button type="submit" size="lg" colorPalette="campo" disabled={loggingIn}>
                {loggingIn ? texts.loggingIn : texts.logIn}
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
