import { texts } from "../texts.ts";

/** The texts of login, sign-up and reset. */
export const login = texts(
  {
    "login.title": "Log in",
    "login.demo":
      "This host is a demo: sign up with any e-mail address, or log in as the administrator or the demo user, whose passwords stand in the terminal that started it.",
    "login.signUp": "Sign up",
    "login.name": "Name",
    "login.email": "E-mail",
    "login.password": "Password",
    "login.newPassword": "New password",
    "login.passwordHint": "10 characters or more",
    "login.submit": "Log in",
    "login.create": "Create account",
    "login.toSignUp": "No account yet? Sign up",
    "login.toLogin": "Have an account? Log in",
    "login.forgotten": "Forgot the password?",
    "login.resetSent": "If there is an account with this address, a letter is on its way.",
    "login.sendLink": "Send a link",
    "login.resetTitle": "Set a new password",
    "login.resetDone": "The password is set. Log in with it.",
  },
  {
    "login.title": "登录",
    "login.demo":
      "本主机是演示：用任意邮箱注册，或以管理员或演示用户登录（密码在启动它的终端里）。",
    "login.signUp": "注册",
    "login.name": "名称",
    "login.email": "邮箱",
    "login.password": "密码",
    "login.newPassword": "新密码",
    "login.passwordHint": "至少 10 个字符",
    "login.submit": "登录",
    "login.create": "创建账号",
    "login.toSignUp": "还没有账号？注册",
    "login.toLogin": "已有账号？登录",
    "login.forgotten": "忘记密码？",
    "login.resetSent": "如果该地址有账号，邮件已发出。",
    "login.sendLink": "发送链接",
    "login.resetTitle": "设置新密码",
    "login.resetDone": "密码已设置，请登录。",
  },
);
