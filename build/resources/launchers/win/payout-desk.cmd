@echo off
rem The command line of the installed app. It runs as Node: as an app it would have no standard input on Windows.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0Payout Desk.exe" "%~dp0resources\app.asar\out\main\cli.js" %*
exit /b %errorlevel%
