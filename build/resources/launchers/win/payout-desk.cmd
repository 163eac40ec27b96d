@echo off
rem The command line of the installed app, which cannot be run as plain Node.
start "" /b /wait "%~dp0Payout Desk.exe" cli %*
exit /b %errorlevel%
